import { createTestDatabase } from '@mille/testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/connect.ts'
import {
  balances,
  expireHolds,
  hold,
  networkAccount,
  postHold,
  transfer,
  userAccount,
  verifyLedger,
  voidHold
} from './index.ts'

const at = new Date('2026-03-02T10:00:00Z')
const fee = networkAccount('BTC', 'fee')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let nextId = 1

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect(await verifyLedger(database.db)).toMatchObject({ ok: true })
  await database.close()
})

const inTransaction = <Value>(run: (tx: Tx) => Promise<Value>) =>
  database.db.transaction().execute(run)

/** Creates a user with 100 units, of which 60 are held. */
async function newHold(expiresAt?: Date) {
  const id = nextId++
  const [user, held] = [userAccount(id, 'BTC'), userAccount(id, 'BTC', 'held')]
  const request = { key: `hold:${id}`, from: user, amount: 60n, reason: 'order', at, expiresAt }
  const result = await inTransaction(async tx => {
    const from = networkAccount('BTC', 'outside')
    await transfer(tx, [{ key: `fund:${id}`, kind: 'test', amount: 100n, from, to: user, at }])
    return hold(tx, request)
  })
  if (!result.ok) throw new Error(result.code)
  const money = () => balances(database.db, [user, held])
  return { id, user, holdId: result.value.id, request, money }
}

test('sets money aside, once for each key', async () => {
  const { holdId, request, money, id } = await newHold()
  expect(await money()).toEqual([40n, 60n])
  expect(await inTransaction(tx => hold(tx, request))).toEqual({
    ok: true,
    value: { id: holdId, amount: 60n }
  })
  expect(await inTransaction(tx => hold(tx, { ...request, amount: 1n }))).toMatchObject({
    code: 'idempotency_key_reused'
  })
  expect(await inTransaction(tx => hold(tx, { ...request, key: `other:${id}` }))).toMatchObject({
    code: 'insufficient_funds'
  })
  expect(await money()).toEqual([40n, 60n])
})

test('posts a part and gives the rest back', async () => {
  const { id, holdId, money } = await newHold()
  const [before] = await balances(database.db, [fee])
  const request = { holdId, key: `post:${id}`, amount: 25n, to: fee, at }
  expect(await inTransaction(tx => postHold(tx, request))).toMatchObject({ ok: true })
  expect(await money()).toEqual([75n, 0n])
  expect(await balances(database.db, [fee])).toEqual([(before ?? 0n) + 25n])
  expect(await inTransaction(tx => postHold(tx, request))).toMatchObject({ ok: true })
  for (const amount of [24n, 60n]) {
    expect(await inTransaction(tx => postHold(tx, { ...request, amount }))).toEqual({
      ok: false,
      code: 'idempotency_key_reused'
    })
  }
  expect(await money()).toEqual([75n, 0n])
})

test('ends once, whatever comes later', async () => {
  const { id, holdId, money } = await newHold(new Date('2026-03-02T11:00:00Z'))
  const giveBack = { holdId, key: `void:${id}`, at }
  expect(await inTransaction(tx => voidHold(tx, giveBack))).toMatchObject({ ok: true })
  expect(await inTransaction(tx => voidHold(tx, giveBack))).toMatchObject({ ok: true })
  expect(await inTransaction(tx => voidHold(tx, { ...giveBack, key: `again:${id}` }))).toEqual({
    ok: false,
    code: 'hold_ended'
  })
  const post = { holdId, key: `post:${id}`, amount: 60n, to: fee, at }
  expect(await inTransaction(tx => postHold(tx, post))).toEqual({ ok: false, code: 'hold_ended' })
  await inTransaction(tx => expireHolds(tx, new Date('2026-03-03T10:00:00Z')))
  expect(await money()).toEqual([100n, 0n])
  const reopened = sql`update ledger_holds set state = 'open', ended_at = null where id = ${holdId}`
  await expect(reopened.execute(database.db)).rejects.toThrow('has ended already')
})

test('refuses an unknown hold and more than was held', async () => {
  const { id, holdId } = await newHold()
  const post = { holdId, key: `post:${id}`, amount: 61n, to: fee, at }
  expect(await inTransaction(tx => postHold(tx, post))).toMatchObject({ code: 'amount_over_hold' })
  expect(await inTransaction(tx => postHold(tx, { ...post, holdId: 0n }))).toMatchObject({
    code: 'hold_not_found'
  })
  const unknown = { holdId: 0n, key: `void:${id}`, at }
  expect(await inTransaction(tx => voidHold(tx, unknown))).toMatchObject({ code: 'hold_not_found' })
})

test('gives back what was not claimed in time', async () => {
  const early = await newHold(new Date('2026-03-02T12:00:00Z'))
  const late = await newHold(new Date('2026-03-02T12:00:01Z'))
  const forever = await newHold()
  const now = new Date('2026-03-02T12:00:00Z')
  const counts = await Promise.all([1, 2, 3].map(() => inTransaction(tx => expireHolds(tx, now))))
  expect(counts.reduce((sum, it) => sum + it, 0)).toBe(1)
  expect(await early.money()).toEqual([100n, 0n])
  expect(await late.money()).toEqual([40n, 60n])
  expect(await forever.money()).toEqual([40n, 60n])
})

test('of many that end a hold at once one does', async () => {
  const { id, holdId, money } = await newHold(at)
  const results = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) =>
      inTransaction(tx =>
        postHold(tx, { holdId, key: `p:${id}:${index}`, amount: 60n, to: fee, at })
      )
    ),
    ...Array.from({ length: 20 }, (_, index) =>
      inTransaction(tx => voidHold(tx, { holdId, key: `v:${id}:${index}`, at }))
    )
  ])
  const expired = await inTransaction(tx => expireHolds(tx, at))
  expect(results.filter(it => it.ok).length + expired).toBe(1)
  expect((await money())[1]).toBe(0n)
})
