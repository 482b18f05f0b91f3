import * as endpoints from '@mille/api/notifications/endpoints.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { callTelegram } from './telegram.ts'
import { createLinkToken, unlinkUser } from './telegram-links.ts'

export function telegramRoutes(serve: Serve): void {
  // The bot's name cannot change while its token stays the same, so it is cached.
  let botName: string | null = null

  async function readBotName(context: Context): Promise<string> {
    const answer = await callTelegram(context, 'getMe', {}, AbortSignal.timeout(5_000))
    if (!answer.ok) throw new Error(`getMe was answered with ${answer.error_code}`)
    return (answer.result as { username: string }).username
  }

  serve(endpoints.createTelegramLink, null, async ({ context, user }) => {
    if (!context.config.telegram) return failure('telegram_unavailable')
    try {
      botName ??= await readBotName(context)
    } catch (error) {
      context.log.warn({ error: (error as Error).message }, 'the bot’s name could not be read')
      return failure('unavailable', { retryAfterSeconds: 30 })
    }
    const { token, expiresAt } = await createLinkToken(context, user.id)
    return reply(
      {
        data: {
          type: 'telegram_links' as const,
          id: String(user.id),
          attributes: {
            url: `https://t.me/${botName}?start=${token}`,
            expires_at: expiresAt.toISOString()
          }
        }
      },
      201
    )
  })

  serve(endpoints.deleteTelegramLink, null, async ({ context, user }) => {
    await unlinkUser(context.db, user.id)
    return reply(undefined, 204)
  })
}
