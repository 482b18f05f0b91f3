import { createHash, randomBytes } from 'node:crypto'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Tx } from '../db/connect.ts'
import { networkAccount, transfer, userAccount } from '../ledger/index.ts'
import { type LoggedSeal, readLoggedSeals, sealCharges } from '../public-log/index.ts'
import { sealBooks } from './seal-books.ts'
import { verifyBooks } from './verify-books.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

async function addEntry(db: Database | Tx = context.db): Promise<void> {
  await sql`
    insert into audit_entries (at, act, summary, input)
    values (${context.now()}, 'mille migrate', 'A command on the command line', '{}')`.execute(db)
}

const readAll = () =>
  context.db.transaction().execute(async tx => {
    const found: LoggedSeal[] = []
    for await (const some of readLoggedSeals(tx)) found.push(...some)
    return found
  })

const seals = () =>
  context.db.selectFrom('book_seals').selectAll().orderBy('number').limit(1000).execute()

test('seals what is new, and nothing when nothing is', async () => {
  expect(await sealBooks(context)).toBe(0)
  await addEntry()
  expect(await sealBooks(context)).toBe(1)
  expect(await sealBooks(context)).toBe(0)
  await addEntry()
  await addEntry()
  expect(await sealBooks(context)).toBe(1)
  const [first, second] = await seals()
  expect(second?.previous).toEqual(first?.digest)
  expect((await verifyBooks(context)).text).toContain('2 seals')
})

test('seals a row whose transaction was still open when later rows were sealed', async () => {
  const before = (await seals()).length
  let goOn = () => {}
  const wait = new Promise<void>(resolve => {
    goOn = resolve
  })
  let begun = () => {}
  const started = new Promise<void>(resolve => {
    begun = resolve
  })
  const slow = context.db.transaction().execute(async tx => {
    await addEntry(tx)
    begun()
    await wait
  })
  await started
  await addEntry()
  expect(await sealBooks(context)).toBe(1)
  goOn()
  await slow
  expect(await sealBooks(context)).toBe(1)
  expect(await seals()).toHaveLength(before + 2)
  expect(await verifyBooks(context)).toMatchObject({ ok: true })
})

test('two processes that seal at once seal each row once', async () => {
  for (let round = 0; round < 5; round++) {
    await addEntry()
    const made = await Promise.all([sealBooks(context), sealBooks(context), sealBooks(context)])
    expect(made.reduce((sum, it) => sum + it, 0)).toBe(1)
  }
  expect(await verifyBooks(context)).toMatchObject({ ok: true })
})

test('each seal is in the public log once, also those from before there was a log', async () => {
  const made = await seals()
  await sealCharges(context)
  const { rows } = await context.pool.query(
    'select seal, log_index, hash from public_log_seals order by log_index'
  )
  expect(rows.map(it => Number(it.seal))).toEqual(made.map(it => Number(it.number)))
  await sealCharges(context)
  expect(await readAll()).toEqual(
    rows.map(it => ({ index: Number(it.log_index), number: it.seal, hash: it.hash }))
  )
  const [first] = made
  expect(rows[0]?.hash).toEqual(
    createHash('sha256')
      .update(first?.digest ?? '')
      .update(first?.mac ?? '')
      .digest()
  )
  expect(await verifyBooks(context)).toMatchObject({ ok: true })
})

test('a seal that is kept out of the public log is named', async () => {
  await addEntry()
  await sealBooks(context)
  const withhold = (index: number | null) =>
    context.pool.query(
      'update public_log_seals set log_index = $1 where seal = (select max(number) from book_seals)',
      [index]
    )
  await withhold(1_000_000)
  const { text } = await verifyBooks(context)
  expect(text).toMatch(/^A seal is broken: seal \d+ is not in the public log, and does not wait/)
  await withhold(null)
  expect(await verifyBooks(context)).toMatchObject({ ok: true })
})

test('a ledger that is older than two minutes and has no seal is named', async () => {
  const fresh = await createTestContext()
  try {
    const { at, ...gift } = { at: fresh.now(), amount: 1n, kind: 'adjustment', key: 'credit:1' }
    await fresh.db
      .transaction()
      .execute(tx =>
        transfer(tx, [
          { ...gift, from: networkAccount('BTC', 'outside'), to: userAccount(1, 'BTC'), at }
        ])
      )
    const sealPart = async () => (await verifyBooks(fresh)).text.match(/^A seal is broken.*$/m)?.[0]
    expect(await sealPart()).toBeUndefined()
    fresh.clock.advance(3 * 60_000)
    expect(await sealPart()).toMatch(/^A seal is broken: there is none, though/)
    await sealBooks(fresh)
    expect(await sealPart()).toBeUndefined()
  } finally {
    await fresh.close()
  }
})

test('reads the same seals in every time zone', async () => {
  await context.pool.query(
    `alter database ${context.connection.database} set timezone to 'Asia/Tokyo'`
  )
  await addEntry()
  expect(await sealBooks(context)).toBe(1)
  expect(await verifyBooks(context)).toMatchObject({ ok: true })
})

test('goes on under a new secret, but never back to an old one', async () => {
  const changed = { ...context, config: { ...context.config, secret: randomBytes(32) } }
  await addEntry()
  expect(await sealBooks(changed)).toBe(1)
  expect(await verifyBooks(changed)).toMatchObject({ ok: true })
  // Without the secret it is impossible to add a seal after the server's own.
  const stranger = { ...context, config: { ...context.config, secret: randomBytes(32) } }
  await addEntry()
  expect(await sealBooks(stranger)).toBe(1)
  expect((await verifyBooks(changed)).text).toMatch(/made with another secret/)
})
