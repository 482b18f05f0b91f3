import { settleAsBeforeAndSince, settledNetworks } from '@mille/testing/settled-network.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readEntries } from './operation-queries.ts'
import { type Operation, operationsOf } from './operations.ts'

const createNetwork = settledNetworks()

test('the history of an ad unit shows what an earlier version settled with what is settled since', async () => {
  const network = await createNetwork()
  const { db } = network
  const [old] = await settleAsBeforeAndSince(network)

  const { rows } = await sql<Operation>`
    select * from (${operationsOf(network.publisher)}) as operations where type = 'earning'`.execute(
    db
  )
  expect(rows).toHaveLength(1)
  const entries = rows[0] ? await readEntries(db, network.publisher, rows[0]) : []
  expect(entries.map(it => it.key)).toEqual([
    `settlement:${old}:2026-03-02T10:00:00.000Z:${network.first}`,
    `unit_settlement:${network.first}:2026-03-02T12:00:00.000Z:${old}`
  ])
  expect(entries.reduce((sum, it) => sum + it.amount, 0n)).toBe(rows[0]?.amount)
})
