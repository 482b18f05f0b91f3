import { randomBytes } from 'node:crypto'
import { liveIn } from '@mille/testing/lived-in.ts'
import { slice } from '@mille/testing/slice.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { ordinaryRole, superuser } from '../db/ordinary-role.ts'
import { sumCounters, sumViewDays } from '../delivery/index.ts'
import { sealCharges } from '../public-log/index.ts'
import { sumShares } from '../settlement/index.ts'
import { sealBooks } from './seal-books.ts'
import { type Corruption, corruptions } from './testing/corruptions.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm test` applies every 24th edit to the books of three days; `npm run prove` applies all of them to the books of a
 * month.
 */
const isProof = process.env.MILLE_PROOF === 'full'
const historyDays = isProof ? 30 : 3

/** Timeout for copying the database on a busy machine and running all checks on the copy. */
const longestMs = 120_000

let connection: pg.ClientConfig
let config: Config
let now: () => Date

beforeAll(async () => {
  const app = await createTestApp()
  await liveIn(app, historyDays)
  await sumViewDays(app.context)
  await sumCounters(app.context)
  await sumShares(app.context.db)
  await sealCharges(app.context)
  now = app.context.now
  expect((await verifyBooks(app.context)).text).toMatch(/seals/)
  connection = app.context.connection
  config = app.context.config
  // A database can only be copied while it has no connections.
  await app.close()
}, 180_000)

afterAll(() => administer(`drop database if exists ${connection.database}`))

test('an untouched copy holds', { timeout: longestMs }, async () => {
  expect(await verdictAfter('select 1')).toMatchObject({ ok: true })
})

for (const [name, edit, then] of slice(corruptions, 24)) {
  test(`is seen: ${name}`, { timeout: longestMs }, async () => {
    expect(await findingsAfter(edit, then)).not.toEqual([])
  })
}

test('what is broken in one part hides nothing in another', { timeout: longestMs }, async () => {
  const { text } = await verdictAfter(`
    update settlements set billable = billable + 1 where billable > 0;
    update public_log_head set peaks = set_byte(peaks, 0, (get_byte(peaks, 0) + 1) % 256)`)
  expect(text).toMatch(/^A settlement is broken: /m)
  expect(text).toMatch(/^The public log is broken: the right edge/m)
  expect(text).toMatch(/^A seal is broken: /m)
})

/**
 * Returns the problems that the check finds after an edit. Books sealed again by an attacker with the secret must show
 * it by themselves, so the public log, which names other seals, is ignored.
 */
async function findingsAfter(edit: string, then?: Corruption[2]): Promise<string[]> {
  const { ok, text } = await verdictAfter(edit, then)
  if (ok) return []
  const found = text.split('\n').filter(it => it.includes(' is broken: '))
  if (then === 'sealed again') return found.filter(it => !it.includes('of the public log'))
  return then === 'seals deleted' ? found.filter(it => it.includes('of the public log')) : found
}

/** The result of the check for a copy of the database after an attacker with its password has edited it. */
async function verdictAfter(edit: string, then?: Corruption[2]) {
  const database = `copy_${randomBytes(6).toString('hex')}`
  await administer(
    `create database ${database} owner ${ordinaryRole} template ${connection.database} strategy file_copy`
  )
  const copy = await connect({ ...connection, database }, 2)
  try {
    const client = await copy.pool.connect()
    try {
      await client.query('set session_replication_role = replica')
      await client.query(edit)
      if (then)
        await client.query(
          'delete from book_seal_parts; delete from book_seals; delete from book_progress; delete from book_days; delete from book_days_progress'
        )
      await client.query('set session_replication_role = origin')
    } finally {
      client.release()
    }
    if (then) await sealBooks({ db: copy.db, now, config })
    return await verifyBooks({ ...copy, config, now })
  } finally {
    await copy.close()
    await administer(`drop database ${database}`)
  }
}

async function administer(statement: string): Promise<void> {
  const admin = await connect({ ...connection, user: superuser, database: 'postgres' }, 1)
  try {
    await admin.pool.query(statement)
  } finally {
    await admin.close()
  }
}
