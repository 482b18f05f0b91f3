import type { Context } from '../context.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { type Attempt, sendOnce } from '../mail/send-once.ts'
import { unlinkChat } from './telegram-links.ts'
import { telegramQueue } from './telegram-queue.ts'

const longestWaitMs = 30_000

export type TelegramAnswer =
  | { ok: true; result: unknown }
  | { ok: false; error_code: number; description: string; parameters?: { retry_after?: number } }

/** Calls one method of the Bot API (core.telegram.org/bots/api). The URL contains the token, so it is never logged. */
export async function callTelegram(
  { config }: Pick<Context, 'config'>,
  method: string,
  input: Record<string, unknown>,
  signal = AbortSignal.timeout(longestWaitMs)
): Promise<TelegramAnswer> {
  const { telegram } = config
  if (!telegram) throw new Error('no bot is configured')
  try {
    const response = await fetch(`${telegram.url}/bot${telegram.token}/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      signal
    })
    return (await response.json()) as TelegramAnswer
  } catch (error) {
    // The message of a failed fetch may contain the URL, and with it the token.
    throw new Error(`Telegram did not answer ${method}: ${(error as Error).name}`)
  }
}

/**
 * Sends a queued Telegram message. An account that has blocked the bot is unlinked, since no message could reach it.
 */
export async function sendTelegram(context: Context, id: number): Promise<void> {
  if (!context.config.telegram) return
  await sendOnce(context, telegramQueue, id, {
    read: () =>
      context.db
        .selectFrom('telegram_messages')
        .select(['chat_id', 'language', 'text', 'path'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    async send(message, isRepeated) {
      const parts = [message.text]
      if (message.path !== null) parts.push(`${context.config.publicUrl}${message.path}`)
      if (isRepeated) parts.push(textsIn(languageOf(message.language)).frame.repeatedMessage)
      const answer = await callTelegram(context, 'sendMessage', {
        chat_id: message.chat_id,
        text: parts.join('\n\n'),
        link_preview_options: { is_disabled: true }
      })
      if (answer.ok) return { ok: true, keeps: null }
      if (answer.error_code === 403) await unlinkChat(context.db, message.chat_id)
      return readRefusal(answer)
    }
  })
}

function readRefusal({ error_code, parameters }: Extract<TelegramAnswer, { ok: false }>): Attempt {
  const isInVain = error_code === 400 || error_code === 403
  const seconds = parameters?.retry_after
  return { ok: false, isInVain, againMs: seconds === undefined ? undefined : seconds * 1000 }
}
