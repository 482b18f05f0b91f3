import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/** Deletes what an account has written and drawn in the chat and letters with its address, hides its suggestions and takes its votes back. */
export async function forgetSupport(tx: Tx, userId: number, email: string | null): Promise<void> {
  if (email !== null) await tx.deleteFrom('chat_letters').where('email', '=', email).execute()
  // A vote that goes takes its count with it.
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
