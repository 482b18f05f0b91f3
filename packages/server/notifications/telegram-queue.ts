import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Outgoing } from '../mail/send-once.ts'

export const telegramQueue: Outgoing = {
  table: 'telegram_messages',
  words: [],
  lockNumber: 7_230_101,
  task: 'send_telegram',
  key: 'telegram'
}

export type NewTelegramMessage = {
  userId: number
  chatId: string
  language: TranslatedLanguage
  text: string
  path: string | null
  at: Date
}

/** Stores a Telegram message and the job that sends it, in the caller's transaction. */
export async function enqueueTelegram(tx: Tx, message: NewTelegramMessage): Promise<void> {
  const { id } = await tx
    .insertInto('telegram_messages')
    .values({
      user_id: message.userId,
      chat_id: message.chatId,
      language: message.language,
      text: message.text,
      path: message.path,
      created_at: message.at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select graphile_worker.add_job('send_telegram', json_build_object('id', ${id}::int), job_key := ${`telegram ${id}`})`.execute(
    tx
  )
}
