import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'

const tokenMs = 15 * 60_000

/** Creates a one-time token for the link that opens the bot: 192 bits, valid for 15 minutes, stored as a hash. */
export async function createLinkToken(
  { db, now, randomBytes }: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  userId: number
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + tokenMs)
  const row = { token_hash: hashOf(token), token_expires_at: expiresAt }
  await db
    .insertInto('telegram_links')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { token, expiresAt }
}

/** Links a chat to the account that the token belongs to. A chat belongs only to the account it was linked to last. */
export async function linkChat(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
  chatId: string
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    await tx
      .updateTable('telegram_links')
      .set({ chat_id: null, linked_at: null })
      .where('chat_id', '=', chatId)
      .execute()
    const linked = await tx
      .updateTable('telegram_links')
      .set({ chat_id: chatId, linked_at: now(), token_hash: null, token_expires_at: null })
      .where('token_hash', '=', hashOf(token))
      .where('token_expires_at', '>', now())
      .executeTakeFirstOrThrow()
    return linked.numUpdatedRows > 0n
  })
}

export async function unlinkUser(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('telegram_links').where('user_id', '=', userId).execute()
}

export async function unlinkChat(db: Database, chatId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('telegram_links')
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the language that the chat's account has chosen; null without a choice or without an account. */
export async function localeOfChat(db: Database, chatId: string): Promise<string | null> {
  const { rows } = await sql<{ locale: string | null }>`
    select locale from telegram_links join shared_users on shared_users.id = user_id
    where chat_id = ${chatId} limit 1`.execute(db)
  return rows[0]?.locale ?? null
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
