import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { PublicationOrderMessages } from '../db/schema.generated.ts'

export type MessageRow = Pick<
  Selectable<PublicationOrderMessages>,
  'id' | 'user_id' | 'body' | 'created_at'
>
const columns = ['id', 'user_id', 'body', 'created_at'] as const

export async function insertMessage(
  tx: Tx,
  message: { order_id: number; user_id: number; body: string; created_at: Date }
): Promise<MessageRow> {
  return tx
    .insertInto('publication_order_messages')
    .values(message)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Lists an order's messages, newest first. */
export async function listMessages(db: Database, orderId: number, offset: number, limit: number) {
  const found = db.selectFrom('publication_order_messages').where('order_id', '=', orderId)
  const rows = await found
    .select(columns)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, records: await countRows(found) }
}
