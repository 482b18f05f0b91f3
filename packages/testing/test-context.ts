import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '@mille/server/config.ts'
import type { Context, Mail } from '@mille/server/context.ts'
import { pino } from 'pino'
import { createTestDatabase } from './test-database.ts'

export type FakeClock = {
  now: () => Date
  set: (moment: string | Date) => void
  advance: (ms: number) => void
}

function createFakeClock(start = '2026-03-02T10:00:00.000Z'): FakeClock {
  let current = new Date(start).getTime()
  return {
    now: () => new Date(current),
    set(moment) {
      current = new Date(moment).getTime()
    },
    advance(ms) {
      current += ms
    }
  }
}

export type TestContext = Context & { clock: FakeClock; sent: Mail[]; close: () => Promise<void> }

/**
 * Creates the real context, except for the clock, which advances only when the test moves it, and email, which is kept
 * in `sent`.
 */
export async function createTestContext(overrides: Partial<Config> = {}): Promise<TestContext> {
  const database = await createTestDatabase()
  const clock = createFakeClock()
  const sent: Mail[] = []
  const secret = randomBytes(32).toString('hex')
  const dataFolder = mkdtempSync(join(tmpdir(), 'mille-context-'))
  const config = {
    ...readConfig({ NODE_ENV: 'test', SECRET: secret, LOG_LEVEL: 'silent', DATA_DIR: dataFolder }),
    // Most tests create more campaigns than a person would; tests of the proof of work override this limit.
    campaignsWithoutCaptcha: 200,
    // Most tests also make more calls than a person would.
    callsPerMinute: 1_000_000_000,
    ...overrides
  }
  return {
    config,
    clock,
    now: clock.now,
    clockOffsetMs: () => clock.now().getTime() - Date.now(),
    randomBytes,
    db: database.db,
    pool: database.pool,
    connection: database.connection,
    sent,
    mailer: { send: async mail => void sent.push(mail), close: () => {} },
    log: pino({ level: 'silent' }),
    close: async () => {
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    }
  }
}
