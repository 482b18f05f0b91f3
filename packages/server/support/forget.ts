import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Deletes an account's chat messages, pictures and letters from its email address, hides its suggestions and withdraws
 * its votes.
 */
export async function forgetSupport(tx: Tx, userId: number, email: string | null): Promise<void> {
  if (email !== null) await tx.deleteFrom('chat_letters').where('email', '=', email).execute()
  // The vote counts are reduced before the votes are deleted.
  await sql`
    update suggestions set votes_count = votes_count - 1
    where id in (select suggestion_id from suggestion_votes where user_id = ${userId})`.execute(tx)
  await tx.deleteFrom('suggestion_votes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('chat_pictures').where('user_id', '=', userId).execute()
  await tx
    .updateTable('chat_messages')
    .set({ text: '(deleted)', has_picture: false })
    .where('user_id', '=', userId)
    .execute()
  await tx
    .updateTable('suggestions')
    .set({ is_hidden: true })
    .where('user_id', '=', userId)
    .execute()
}
