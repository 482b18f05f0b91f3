import type { Selectable } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { PublicationOrderMessages } from '../db/schema.generated.ts'

export type MessageRow = Pick<
  Selectable<PublicationOrderMessages>,
  'id' | 'user_id' | 'body' | 'created_at'
>
const columns = ['id', 'user_id', 'body', 'created_at'] as const

export async function insertMessage(
  db: Database,
  message: { order_id: number; user_id: number; body: string; created_at: Date }
): Promise<MessageRow> {
  return db
    .insertInto('publication_order_messages')
    .values(message)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export async function listMessages(db: Database, orderId: number, offset: number, limit: number) {
  const rows = await db
    .selectFrom('publication_order_messages')
    .select(columns)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { records } = await db
    .selectFrom('publication_order_messages')
    .select(eb => eb.fn.countAll<bigint>().as('records'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { rows, records: Number(records) }
}
