import type { Database, Tx } from '../db/connect.ts'
import type { EncodedPicture } from './picture-file.ts'

const columns = ['id', 'user_id', 'operator_id', 'message_id', 'width', 'height'] as const

export type PictureRow = {
  id: number
  user_id: number
  operator_id: number | null
  message_id: number | null
  width: number
  height: number
}

/** The user of the conversation, and the uploading operator; null when the user uploads. */
export type Uploader = { userId: number; operatorId: number | null }

export async function insertPicture(
  db: Database,
  { userId, operatorId }: Uploader,
  picture: EncodedPicture,
  at: Date
): Promise<PictureRow> {
  return db
    .insertInto('chat_pictures')
    .values({ user_id: userId, operator_id: operatorId, ...picture, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Attaches an upload to a message. Returns false when it is someone else's, was deleted, or was already sent. */
export async function sendPicture(
  tx: Tx,
  { userId, operatorId }: Uploader,
  pictureId: number,
  messageId: number
): Promise<boolean> {
  const sent = await tx
    .updateTable('chat_pictures')
    .set({ message_id: messageId })
    .where('id', '=', pictureId)
    .where('user_id', '=', userId)
    .where('operator_id', 'is not distinct from', operatorId)
    .where('message_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return sent !== undefined
}

export async function picturesOf(
  db: Database | Tx,
  messageIds: readonly number[]
): Promise<Map<number, PictureRow>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_pictures')
    .select(columns)
    .where('message_id', 'in', [...messageIds])
    .limit(messageIds.length)
    .execute()
  return new Map(rows.map(row => [row.message_id ?? 0, row]))
}

export function findPicture(db: Database, id: number): Promise<PictureRow | undefined> {
  return db
    .selectFrom('chat_pictures')
    .select(columns)
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
}

export async function readPictureBytes(db: Database, id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('chat_pictures')
    .select('bytes')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row?.bytes
}

/** Deletes old uploads whose message was never sent. */
export async function deleteUnsent(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('chat_pictures')
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
