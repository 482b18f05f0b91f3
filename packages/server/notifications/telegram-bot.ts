import { setTimeout as sleep } from 'node:timers/promises'
import { readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import { inOneProcess } from '../db/one-process.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { callTelegram } from './telegram.ts'
import { linkChat, localeOfChat, unlinkChat } from './telegram-links.ts'

const lockNumber = 7_230_102
const pollSeconds = 25
const pauseMs = 10_000

type Update = {
  update_id: number
  message?: {
    text?: string
    chat: { id: number; type: string }
    /** Language of the user's Telegram app, such as `pt-br`. */
    from?: { language_code?: string }
  }
}

/**
 * Receives what people write to the bot, by long polling in one process at a time, the one that holds the lock.
 * `/start` with a token links the chat to its account, and `/stop` unlinks it. Nothing else is stored.
 */
export function startTelegramBot(context: Context): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = context.config.telegram ? run() : Promise.resolve()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await inOneProcess(context.db, lockNumber, () => poll(context, signal))
      } catch (error) {
        if (!signal.aborted)
          context.log.warn({ error: (error as Error).message }, 'the Telegram bot pauses')
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    async stop() {
      stopping.abort()
      await running
    }
  }
}

/** Polls until the bot is stopped or Telegram fails. The next poll's offset marks updates as read. */
async function poll(context: Context, stopping: AbortSignal): Promise<void> {
  let offset = 0
  while (!stopping.aborted) {
    const answer = await callTelegram(
      context,
      'getUpdates',
      { offset, timeout: pollSeconds, allowed_updates: ['message'] },
      AbortSignal.any([stopping, AbortSignal.timeout((pollSeconds + 10) * 1000)])
    )
    if (!answer.ok) throw new Error(`getUpdates was answered with ${answer.error_code}`)
    for (const update of answer.result as Update[]) {
      await onUpdate(context, update)
      offset = update.update_id + 1
    }
  }
}

async function onUpdate(context: Context, { message }: Update): Promise<void> {
  // Only private chats can be linked to an account, not groups.
  if (message?.chat.type !== 'private' || message.text === undefined) return
  const chatId = String(message.chat.id)
  const text = await answerTo(context, message.text.trim(), chatId, message.from?.language_code)
  // A reply that fails is not retried.
  await callTelegram(context, 'sendMessage', { chat_id: chatId, text }).catch((error: Error) =>
    context.log.warn({ error: error.message }, 'the bot could not answer')
  )
}

/** Answers in the language of the linked account, or else in that of the user's Telegram app. */
async function answerTo(
  context: Context,
  text: string,
  chatId: string,
  ofApp = 'en'
): Promise<string> {
  const token = /^\/start ([\w-]{32})$/.exec(text)?.[1]
  const isLinked = token !== undefined && (await linkChat(context, token, chatId))
  const locale = await localeOfChat(context.db, chatId)
  const { bot } = textsIn(languageOf(locale ?? ofApp.slice(0, 2)))
  if (token !== undefined) {
    if (!isLinked) return bot.linkEnded
    return bot.linked({ network: (await readBrand(context.db)).name })
  }
  if (text === '/stop') {
    await unlinkChat(context.db, chatId)
    return bot.stopped
  }
  return bot.unlinked({ page: `${context.config.publicUrl}/settings/notifications` })
}
