import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@mille/testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db/connect.ts'
import { balances, networkAccount, transfer, userAccount } from '../../../ledger/index.ts'
import { openStore } from './store.ts'

const at = new Date('2026-03-02T10:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function move(tx: Tx, key: string, userId: number): Promise<void> {
  const [from, to] = [networkAccount('BTC', 'outside'), userAccount(userId, 'BTC')]
  expect(await transfer(tx, [{ key, kind: 'test', amount: 1n, from, to, at }])).toMatchObject({
    ok: true
  })
}

const lockOf = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)

test('payments of two accounts are committed once when another transaction locks the accounts the other way', async () => {
  const store = await openStore(database.db, 'a key')
  const [other, node] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let attempts = 0
  const committed = store.commit(
    [
      async tx => {
        attempts++
        await lockOf(tx, 'account 2')
        await move(tx, 'payment 2', 2)
        node.resolve()
        await other.promise
      },
      async tx => {
        await lockOf(tx, 'account 1')
        await move(tx, 'payment 1', 1)
      }
    ],
    { manager: Uint8Array.of(1), holdings: 2n }
  )
  const waiting = database.db.transaction().execute(async tx => {
    await lockOf(tx, 'account 1')
    await node.promise
    other.resolve()
    // PostgreSQL ends the transaction that has waited for longer, which is the node's.
    await sleep(100)
    await lockOf(tx, 'account 2')
  })
  await Promise.all([committed, waiting])

  expect(attempts).toBe(2)
  const of = [userAccount(1, 'BTC'), userAccount(2, 'BTC')]
  expect(await balances(database.db, of)).toEqual([1n, 1n])
  const saved = await openStore(database.db, 'a key')
  expect(saved.saved.manager).toEqual(Buffer.of(1))
})
