import { randomBytes } from 'node:crypto'
import type { TranslatedLanguage } from '@mille/api/constants.ts'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { DatabaseAddress } from './db/database-address.ts'

export type Mail = {
  id: number
  recipient: string
  language: TranslatedLanguage
  subject: string
  text: string
  /** Where mail of this kind can be ended, by one press in the mail program (RFC 8058). */
  unsubscribeUrl: string | null
  /** Whether it may have been sent before, which is unknown. */
  isRepeated: boolean
}

/** Hands an email to the mail server; resolves once that has accepted it. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** Everything from outside that a handler or a job touches, so that a test can hold it. */
export type Context = {
  config: Config
  /** The current moment. */
  now: () => Date
  /** In development only: lets time pass. */
  advanceClock?: (ms: number) => void
  /** How far `now` is from the machine's clock on purpose: it is the database's time, or was moved by a test or in development. */
  clockOffsetMs?: () => number
  /** How far the machine's clock is ahead of the database's, as it was last asked. */
  clockAheadMs?: () => number
  randomBytes: (size: number) => Buffer
  db: Database
  pool: pg.Pool
  /** How to open a connection of one's own, such as the one that listens for notifications. */
  connection: DatabaseAddress
  mailer: Mailer
  log: Logger
}

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  // No addresses, cookies, codes or mail ever enter a log line: callers pass ids and counts only.
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

export const systemClock = (): Date => new Date()
export const systemRandomBytes = (size: number): Buffer => randomBytes(size)
