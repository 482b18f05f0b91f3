import { randomBytes } from 'node:crypto'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { DatabaseAddress } from './db/database-address.ts'

/** How the network calls itself, the color it chose as `#rrggbb`, where people can write to, and its own logo. */
export type Brand = {
  name: string
  accent: string | null
  supportAddress: string | null
  /** The hash of the logo's files, and its size in pixels; null for the program's mark. */
  logo: { hash: string; width: number; height: number } | null
}

export type Mail = {
  id: number
  recipient: string
  language: TranslatedLanguage
  subject: string
  text: string
  /** The brand of the network when the email is sent: its name is the sender's, and replies go to its support address. */
  brand: Brand
  /** URL that unsubscribes from this kind of email in one click (RFC 8058); null if there is none. */
  unsubscribeUrl: string | null
  /** Whether an earlier attempt may already have sent this email, which is unknown. */
  isRepeated: boolean
}

/** Hands emails to the mail server; `send` resolves once the mail server has accepted the email. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** External dependencies of handlers and jobs, so that tests can replace them. */
export type Context = {
  config: Config
  now: () => Date
  /** Moves the clock forward; only in development. */
  advanceClock?: (ms: number) => void
  /**
   * Milliseconds by which `now` differs from the machine's clock on purpose: it follows the database's clock, or a test
   * or development moved it.
   */
  clockOffsetMs?: () => number
  /** Milliseconds by which the machine's clock was ahead of the database's at the last check. */
  clockAheadMs?: () => number
  randomBytes: (size: number) => Buffer
  db: Database
  pool: pg.Pool
  /** Address for opening a separate connection, such as the one that listens for notifications. */
  connection: DatabaseAddress
  mailer: Mailer
  log: Logger
}

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  // Log lines never contain addresses, cookies, codes or email: callers pass IDs and counts only.
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

export const systemClock = (): Date => new Date()
export const systemRandomBytes = (size: number): Buffer => randomBytes(size)
