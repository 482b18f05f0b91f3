import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export type AttachmentRow = { id: number; file_name: string; content_type: string; size: number }
const columns = ['id', 'file_name', 'content_type', 'size'] as const

export async function insertAttachment(
  db: Database,
  file: { userId: number; fileName: string; contentType: string; bytes: Buffer; at: Date }
): Promise<AttachmentRow> {
  return db
    .insertInto('publication_attachments')
    .values({
      user_id: file.userId,
      file_name: file.fileName,
      content_type: file.contentType,
      size: file.bytes.byteLength,
      bytes: file.bytes,
      created_at: file.at
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Attaches the account's uploads to its new order; returns false when an upload does not exist or belongs to another
 * order.
 */
export async function attach(
  tx: Tx,
  userId: number,
  orderId: number,
  ids: readonly number[]
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const { rows } = await sql<{ id: number }>`
    update publication_attachments set order_id = ${orderId}
    where id = any(${wanted}::integer[]) and user_id = ${userId} and order_id is null
    returning id`.execute(tx)
  return rows.length === wanted.length
}

export async function attachmentsOf(db: Database | Tx, orderId: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('publication_attachments')
    .select(columns)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(20)
    .execute()
}

export async function readAttachment(db: Database, orderId: number, id: number) {
  return db
    .selectFrom('publication_attachments')
    .select(['file_name', 'content_type', 'bytes'])
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
}

/** Deletes uploads whose order was never placed. */
export async function deleteUnused(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('publication_attachments')
    .where('order_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
