import { address, secretMatching, text } from './kinds.ts'
import { pair, type Rule, type Values, type Variables } from './variable.ts'

export type ServicesConfig = {
  /** A Chatwoot inbox in place of the built-in chat. */
  chatwoot: { url: string; token: string } | null
  /** The bot that sends notifications to Telegram. */
  telegram: { url: string; token: string } | null
  /** A Nolt board in place of the built-in suggestions. */
  nolt: { url: string; secret: string } | null
}

export const serviceVariables = {
  CHATWOOT_URL: {
    unset: 'built-in chat',
    check: address,
    help: 'Chatwoot server whose website inbox replaces live chat, `https://…`'
  },
  CHATWOOT_TOKEN: { unset: 'none', check: text, help: 'Website token of that inbox' },
  TELEGRAM_BOT_TOKEN: {
    unset: 'no notifications in Telegram',
    check: secretMatching(/^\d+:[\w-]+$/, 'a token as BotFather gives it, 123456:ABC-…'),
    help: 'Token of the Telegram bot that sends notifications'
  },
  TELEGRAM_API_URL: {
    default: 'https://api.telegram.org',
    check: address,
    help: 'Server of the Telegram Bot API, if you run your own'
  },
  NOLT_URL: {
    unset: 'built-in board',
    check: address,
    help: 'Nolt board that replaces the suggestions page, `https://….nolt.io`'
  },
  NOLT_SECRET: { unset: 'none', check: text, help: 'SSO secret key of that board' }
} as const satisfies Variables

export const serviceRules: readonly Rule[] = [
  ...pair('CHATWOOT_URL', 'CHATWOOT_TOKEN'),
  ...pair('NOLT_URL', 'NOLT_SECRET')
]

export function createServicesConfig(it: Values<typeof serviceVariables>): ServicesConfig {
  const { CHATWOOT_URL, CHATWOOT_TOKEN, TELEGRAM_BOT_TOKEN, NOLT_URL, NOLT_SECRET } = it
  return {
    chatwoot: CHATWOOT_URL && CHATWOOT_TOKEN ? { url: CHATWOOT_URL, token: CHATWOOT_TOKEN } : null,
    telegram: TELEGRAM_BOT_TOKEN ? { url: it.TELEGRAM_API_URL, token: TELEGRAM_BOT_TOKEN } : null,
    nolt: NOLT_URL && NOLT_SECRET ? { url: NOLT_URL, secret: NOLT_SECRET } : null
  }
}
