import { AsyncLocalStorage } from 'node:async_hooks'
import { createTestDatabase } from '@mille/testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/connect.ts'
import {
  balances,
  entriesOf,
  type NewTransfer,
  networkAccount,
  transfer,
  transferNow,
  userAccount,
  verifyLedger
} from './index.ts'

const at = new Date('2026-03-02T10:00:00Z')
const outside = networkAccount('BTC', 'outside')
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
const send = (...transfers: NewTransfer[]) => inTransaction(tx => transfer(tx, transfers))

function newTransfer(
  from: NewTransfer['from'],
  to: NewTransfer['to'],
  amount: bigint
): NewTransfer {
  return { key: `test:${nextId++}`, kind: 'test', amount, from, to, at }
}

async function newUser(amount: bigint) {
  const user = userAccount(nextId++, 'BTC')
  if (amount > 0n) await send(newTransfer(outside, user, amount))
  return user
}

test('writes two entries that sum to zero', async () => {
  const user = await newUser(0n)
  const request = { ...newTransfer(outside, user, 500n), reason: 'opening' }
  expect(await send(request)).toMatchObject({
    ok: true,
    value: [{ key: request.key, amount: 500n }]
  })
  expect(await entriesOf(database.db, user, { offset: 0, limit: 10 })).toMatchObject([
    {
      sequence: 1n,
      key: request.key,
      kind: 'test',
      amount: 500n,
      balance: 500n,
      reason: 'opening',
      at
    }
  ])
  const [paid] = await entriesOf(database.db, outside, { offset: 0, limit: 1 })
  expect(paid).toMatchObject({ key: request.key, amount: -500n })
})

test('reads balances in the order asked, with 0 for an account never used', async () => {
  const user = await newUser(7n)
  const nobody = userAccount(2_000_000_000, 'USD')
  expect(await balances(database.db, [nobody, user])).toEqual([0n, 7n])
})

test('refuses what cannot be paid and leaves the transaction usable', async () => {
  const [poor, other] = [await newUser(10n), await newUser(0n)]
  await inTransaction(async tx => {
    const refused = await transfer(tx, [newTransfer(poor, other, 4n), newTransfer(poor, other, 7n)])
    expect(refused).toEqual({ ok: false, code: 'insufficient_funds' })
    expect(await balances(tx, [poor, other])).toEqual([10n, 0n])
    expect(await transfer(tx, [newTransfer(poor, other, 10n)])).toMatchObject({ ok: true })
  })
  expect(await balances(database.db, [poor, other])).toEqual([0n, 10n])
})

test('says that there is not enough of an amount that no account could hold either', async () => {
  const from = await newUser(10n)
  const to = await newUser(10n)
  const refused = await send(newTransfer(from, to, 2n ** 63n - 1n))
  expect(refused).toEqual({ ok: false, code: 'insufficient_funds' })
})

test('pays a batch in its order', async () => {
  const [first, second, third] = [await newUser(5n), await newUser(0n), await newUser(0n)]
  const early = [newTransfer(second, third, 5n), newTransfer(first, second, 5n)]
  expect(await send(...early)).toEqual({ ok: false, code: 'insufficient_funds' })
  expect(await send(...early.reverse())).toMatchObject({ ok: true })
  expect(await balances(database.db, [first, second, third])).toEqual([0n, 0n, 5n])
})

test('gives the stored transfer for the same key and request, whatever the balance is by then', async () => {
  const [payer, payee] = [await newUser(10n), await newUser(0n)]
  const request = newTransfer(payer, payee, 10n)
  const first = await send(request)
  expect(await send({ ...request, at: new Date('2026-03-03T10:00:00Z') })).toEqual(first)
  expect(await send(request, request)).toEqual({
    ok: true,
    value: first.ok && [first.value[0], first.value[0]]
  })
  expect(await balances(database.db, [payer, payee])).toEqual([0n, 10n])
})

test('refuses a key that was used for another request', async () => {
  const [payer, payee] = [await newUser(10n), await newUser(0n)]
  const request = newTransfer(payer, payee, 5n)
  await send(request)
  const others: Partial<NewTransfer>[] = [
    { amount: 6n },
    { kind: 'other' },
    { reason: 'other' },
    { to: await newUser(0n) },
    { from: payee, to: payer }
  ]
  for (const other of others) {
    expect(await send({ ...request, ...other })).toEqual({
      ok: false,
      code: 'idempotency_key_reused'
    })
  }
  const fresh = newTransfer(payer, payee, 1n)
  expect(await send(fresh, { ...fresh, amount: 2n })).toMatchObject({
    code: 'idempotency_key_reused'
  })
  expect(await balances(database.db, [payer, payee])).toEqual([5n, 5n])
})

test('refuses nonsense before the database sees it', async () => {
  const user = await newUser(0n)
  const request = newTransfer(outside, user, 1n)
  const nonsense: Partial<NewTransfer>[] = [
    { amount: 0n },
    { amount: -1n },
    { amount: 2n ** 63n },
    { key: '' },
    { to: outside },
    { to: userAccount(user.ownerId, 'USD') },
    { to: userAccount(user.ownerId, 'BTC', 'held') }
  ]
  for (const wrong of nonsense) {
    await expect(send({ ...request, ...wrong })).rejects.toThrow(RangeError)
  }
  await send(newTransfer(networkAccount('USD', 'outside'), userAccount(1, 'USD'), 2n ** 63n - 1n))
  const overflow = newTransfer(networkAccount('USD', 'promotion'), userAccount(1, 'USD'), 1n)
  await expect(send(overflow)).rejects.toThrow('cannot hold')
})

test('the database itself refuses a negative balance and a change of history', async () => {
  const user = await newUser(10n)
  const { db } = database
  const below = sql`update ledger_accounts set balance = -1 where owner = 'user' and owner_id = ${user.ownerId}`
  await expect(below.execute(db)).rejects.toThrow('check constraint')
  for (const table of ['ledger_transfers', 'ledger_entries']) {
    const name = sql.table(table)
    await expect(sql`update ${name} set amount = amount + 1`.execute(db)).rejects.toThrow(
      'append-only'
    )
    await expect(sql`delete from ${name}`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate ${name} cascade`.execute(db)).rejects.toThrow('append-only')
  }
  await expect(sql`delete from ledger_accounts`.execute(db)).rejects.toThrow('append-only')
})

test('an account is made with a name that there is, and keeps it and how far it may fall', async () => {
  const user = await newUser(10n)
  const { db } = database
  const names = [
    ['user', 0, 'BTC', 'available'],
    ['network', 1, 'BTC', 'fee'],
    ['bank', 1, 'BTC', 'available'],
    ['user', 1, 'EUR', 'available'],
    ['user', 1, 'BTC', 'secret']
  ] as const
  for (const name of names) {
    const made = sql`insert into ledger_accounts (owner, owner_id, asset, kind) values (${sql.join(name)})`
    await expect(made.execute(db), name.join(' ')).rejects.toThrow('There is no account')
  }
  for (const change of [sql`least = -5`, sql`owner_id = 999999`, sql`kind = 'held'`]) {
    const made = sql`update ledger_accounts set ${change} where owner = 'user' and owner_id = ${user.ownerId}`
    await expect(made.execute(db)).rejects.toThrow('append-only')
  }
  const rich = sql`insert into ledger_accounts (owner, owner_id, asset, kind, least) values ('user', ${nextId++}, 'BTC', 'available', -5) returning least`
  expect((await rich.execute(db)).rows).toEqual([{ least: 0n }])
})

test('a transfer waits for money that is on its way', async () => {
  const [payer, payee] = [await newUser(1n), await newUser(1n)]
  // Runs a function outside of the transaction's async context, as another transaction would.
  const elsewhere = AsyncLocalStorage.snapshot()
  for (const [from, to] of [
    [payer, payee],
    [payee, payer]
  ] as const) {
    let sent: ReturnType<typeof transferNow> | null = null
    await database.db.transaction().execute(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await transfer(tx, [newTransfer(outside, from, 10n)])
      sent = elsewhere(() => transferNow(database.pool, newTransfer(from, to, 11n)))
      await expect
        .poll(async () => {
          const waiting = await elsewhere(() =>
            sql`select pid from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`.execute(
              database.db
            )
          )
          return waiting.rows.length
        })
        .toBe(1)
    })
    expect(await sent).toMatchObject({ ok: true })
  }
})

test('of 100 concurrent transfers of the whole balance one succeeds', async () => {
  const [payer, payee] = [await newUser(10n), await newUser(0n)]
  const results = await Promise.all(
    Array.from({ length: 100 }, () => send(newTransfer(payer, payee, 10n)))
  )
  expect(results.filter(it => it.ok)).toHaveLength(1)
  expect(await balances(database.db, [payer, payee])).toEqual([0n, 10n])
})

test('100 concurrent copies with one key have one effect', async () => {
  const [payer, payee] = [await newUser(1000n), userAccount(nextId++, 'BTC')]
  const request = newTransfer(payer, payee, 3n)
  const results = await Promise.all(Array.from({ length: 100 }, () => send(request)))
  expect(new Set(results.map(it => it.ok && it.value[0]?.id)).size).toBe(1)
  expect(await balances(database.db, [payer, payee])).toEqual([997n, 3n])
})

test('copies of a request that takes everything are given its transfer', async () => {
  const [payer, payee] = [await newUser(1000n), await newUser(0n)]
  for (const request of [newTransfer(payer, payee, 1000n), newTransfer(payee, payer, 1000n)]) {
    const results = await Promise.all(Array.from({ length: 50 }, () => send(request)))
    expect(new Set(results.map(it => it.ok && it.value[0]?.id)).size).toBe(1)
    expect(results.every(it => it.ok)).toBe(true)
  }
  expect(await balances(database.db, [payer, payee])).toEqual([1000n, 0n])
})

test('of concurrent requests with one key and no common account one is written and the others get its result', async () => {
  const key = `test:${nextId++}`
  const requests = await Promise.all(
    Array.from({ length: 20 }, async () => ({
      ...newTransfer(await newUser(5n), await newUser(0n), 5n),
      key
    }))
  )
  const results = await Promise.all(requests.map(it => send(it)))
  const codes = results.map(it => (it.ok ? 'ok' : it.code)).sort()
  expect(codes).toEqual([...Array(19).fill('idempotency_key_reused'), 'ok'])
  const left = await balances(
    database.db,
    requests.map(it => it.from)
  )
  expect(left.filter(it => it === 0n)).toHaveLength(1)
})

test('concurrent batches over the same accounts, old and new, never deadlock', async () => {
  const first = nextId
  nextId += 30
  const accounts = Array.from({ length: 30 }, (_, index) => userAccount(first + index, 'BTC'))
  const batches = Array.from({ length: 200 }, (_, batch) =>
    Array.from({ length: 6 }, (_, index) => {
      const pick = (step: number) =>
        accounts[(batch * 7 + index * step + (batch % 5)) % 30] ?? outside
      return index % 2 === 0
        ? newTransfer(outside, pick(11), 5n)
        : newTransfer(pick(11), networkAccount('BTC', 'fee'), 1n)
    }).sort((a, b) => (batch % 2 === 0 ? 1 : -1) * a.key.localeCompare(b.key))
  )
  const results = await Promise.all(batches.map(batch => send(...batch)))
  expect(results.every(it => it.ok || it.code === 'insufficient_funds')).toBe(true)
})

test('writes a thousand transfers as one batch', async () => {
  const [payer, payee] = [await newUser(1000n), await newUser(0n)]
  const result = await send(...Array.from({ length: 1000 }, () => newTransfer(payer, payee, 1n)))
  expect(result.ok && result.value).toHaveLength(1000)
  expect(await balances(database.db, [payer, payee])).toEqual([0n, 1000n])
})
