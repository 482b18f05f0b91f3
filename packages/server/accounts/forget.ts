import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { forgetMembers } from './member-queries.ts'

/**
 * Removes personal data from an account: its names and its ways to sign in. The row itself is kept because other rows
 * refer to it.
 */
export async function forgetAccount(
  tx: Tx,
  userId: number,
  email: string | null,
  noCode: Buffer,
  at: Date
): Promise<void> {
  await forgetMembers(tx, userId, at)
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('confirmations').where('user_id', '=', userId).execute()
  if (email !== null) {
    await tx.deleteFrom('access_code_requests').where('email', '=', email).execute()
  }
  await sql`update premium_periods set until = greatest(since, ${at}) where user_id = ${userId} and until is null`.execute(
    tx
  )
  await sql`
    update users set email = null, email_confirmed_at = null, username = null, advertiser_name = null, roles = '{}', time_zone = 'UTC', display_currency = null, first_steps = '{}', billing_details = null,
      utm_source = null, known_browsers = '{}', sign_up_place = null, account_code_hash = ${noCode}, deleted_at = ${at}
    where id = ${userId}`.execute(tx)
}
