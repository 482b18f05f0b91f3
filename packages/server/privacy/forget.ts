import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Whether money is left that the account could still take out, or is on its way to it: views that are not settled yet,
 * publications that run, payments that are not confirmed.
 */
export async function hasMoney(tx: Tx, userId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ledger_accounts
      where balance > 0 and kind in ('available', 'held') and (
        owner = 'user' and owner_id = ${userId}
        or owner = 'campaign' and owner_id in (select id from campaigns where user_id = ${userId})
        or owner = 'ad_unit' and owner_id in (select id from ad_units where user_id = ${userId}))
    ) or exists (
      select from delivery_counters counted
      where kind = 'billable' and bucket > ${longestUnsettled(at)}
        and unit_id in (select id from ad_units where user_id = ${userId})
        and not exists (
          select from settlements
          where settlements.campaign_id = counted.campaign_id and window_start <= bucket and window_end > bucket)
    ) or exists (
      select from publication_orders
      where (publisher_id = ${userId} or advertiser_id = ${userId})
        and state in ('placed', 'accepted', 'published', 'confirmed', 'disputed')
    ) or exists (
      select from deposits where user_id = ${userId} and credited < amount and not is_gone
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** No settlement is later than that; a window is a day long at most. */
const longestUnsettled = (at: Date) => new Date(at.getTime() - 3 * 86_400_000)

export async function hasRunningCampaigns(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from campaigns where user_id = ${userId} and state in ('active', 'pending')) as found`.execute(
    tx
  )
  return rows[0]?.found ?? false
}

/**
 * Takes the person out of an account: its names, addresses, words and ways in. The account's number stays, with what the
 * books and other people need: transfers, campaigns, statements, orders.
 */
export async function forgetPerson(
  tx: Tx,
  userId: number,
  noCode: Buffer,
  at: Date
): Promise<void> {
  const { rows } = await sql<{ email: string | null }>`
    select email from users where id = ${userId} for update`.execute(tx)
  const email = rows[0]?.email ?? null
  const own = [
    'automatic_payouts',
    'sessions',
    'passkeys',
    'confirmations',
    'telegram_links',
    'telegram_messages',
    'notifications',
    'notification_preferences',
    'announcement_dismissals',
    'suggestion_votes',
    'mails'
  ]
  // A vote that goes takes its count with it.
  await sql`
    update suggestions set votes_count = votes_count - 1
    where id in (select suggestion_id from suggestion_votes where user_id = ${userId})`.execute(tx)
  for (const table of own)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  if (email !== null) {
    await sql`delete from mails where recipient = ${email}`.execute(tx)
    await sql`delete from access_code_requests where email = ${email}`.execute(tx)
  }
  await sql`update premium_periods set until = greatest(since, ${at}) where user_id = ${userId} and until is null`.execute(
    tx
  )
  await sql`delete from chat_pictures where user_id = ${userId}`.execute(tx)
  await sql`update chat_messages set text = '(deleted)', has_picture = false where user_id = ${userId}`.execute(
    tx
  )
  await sql`update suggestions set is_hidden = true where user_id = ${userId}`.execute(tx)
  await sql`update ad_units set state = 'archived' where user_id = ${userId}`.execute(tx)
  await sql`
    update users set email = null, email_confirmed_at = null, username = null, roles = '{}', utm_source = null,
      known_browsers = '{}', account_code_hash = ${noCode}, deleted_at = ${at}
    where id = ${userId}`.execute(tx)
}
