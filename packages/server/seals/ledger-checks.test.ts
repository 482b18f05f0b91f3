import { credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWorker } from '../jobs/worker.ts'
import { runLedgerCheck } from './ledger-checks.ts'

let app: TestApp
let one: SignedInBrowser
let other: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  one = await app.signInAdmin()
  other = await app.signInAdmin()
  await credit(app.context, one.userId, 500n)
})
afterAll(() => app.close())
beforeEach(() => app.context.db.deleteFrom('ledger_checks').execute())

const going = new AbortController().signal

async function start(operator = one, is_full = false) {
  const started = await operator.api.admin.checkLedger({ is_full })
  if (!started.ok) throw new Error(started.code)
  return started.value.data
}

async function read() {
  const found = await other.api.admin.readLedgerCheck()
  if (!found.ok) throw new Error(found.code)
  return found.value.data.attributes
}

test('a worker does what an operator has asked for, and everyone sees how far it is and what it found', async () => {
  expect(await read()).toMatchObject({ state: 'none', text: null })
  expect((await start()).attributes).toMatchObject({ state: 'waiting', is_full: false })
  const worker = await startWorker(app.context)
  try {
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('consistent')
  } finally {
    await worker.stop()
  }
  const { text, part, parts } = await read()
  expect(text).toMatch(/transfers/)
  expect([part, parts]).toEqual([20, 20])
})

test('two operators who ask at once get one run', async () => {
  const runs = await Promise.all([start(one), start(other), start(one), start(other, true)])
  expect(new Set(runs.map(it => it.id)).size).toBe(1)
  const [run] = runs
  await Promise.all([1, 2].map(() => runLedgerCheck(app.context, Number(run?.id), going)))
  expect((await read()).state).toBe('consistent')
  expect((await start(other, true)).attributes).toMatchObject({ state: 'waiting', is_full: true })
})

test('what is broken is named, payments too', async () => {
  const { db, now } = app.context
  const deposit = await db
    .insertInto('deposits')
    .values({
      ...{ chain: 'bitcoin', transaction_id: 'made up', output: 0, address: 'bcrt1qexample' },
      ...{ user_id: Number(one.userId), token_code: 'BTC', asset: 'BTC', amount: 7n },
      ...{ credited: 7n, seen_at: now() }
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runLedgerCheck(app.context, Number((await start()).id), going)
  const { state, text } = await read()
  expect(state).toBe('inconsistent')
  expect(text).toContain(`deposit ${deposit.id} says`)
  await db.deleteFrom('deposits').where('id', '=', deposit.id).execute()
})

test('one whose process was killed is said to be interrupted, and the next one starts', async () => {
  const { db } = app.context
  const { id } = await start()
  await db.updateTable('ledger_checks').set({ begun_at: app.context.now(), part: 3 }).execute()
  expect((await read()).state).toBe('running')
  await sql`update ledger_checks set alive_at = now() - interval '61 seconds'`.execute(db)
  expect((await read()).state).toBe('interrupted')
  const next = await start(other)
  expect(next.id).not.toBe(id)
  expect(next.attributes.state).toBe('waiting')
  // The job of the first run may still arrive, but that run has ended.
  await runLedgerCheck(app.context, Number(id), going)
  expect((await read()).state).toBe('waiting')
})

test('a process that is stopped ends its run, and one that fails does too', async () => {
  const stopping = new AbortController()
  const { id } = await start()
  const running = runLedgerCheck(app.context, Number(id), stopping.signal)
  stopping.abort()
  await running
  expect((await read()).state).toBe('interrupted')
  const { id: failing } = await start()
  const broken = { ...app.context, config: { ...app.context.config, secret: null as never } }
  await sql`delete from proven_points`.execute(app.context.db)
  await sql`insert into proven_points (document, chains, mac) values ('', '', sha256(''))`.execute(
    app.context.db
  )
  await expect(runLedgerCheck(broken, Number(failing), going)).rejects.toThrow()
  expect((await read()).state).toBe('interrupted')
  await sql`delete from proven_points`.execute(app.context.db)
})
