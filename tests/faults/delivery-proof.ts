import { dayMs } from '@mille/api/durations.ts'
import { countedSince } from '@mille/server/delivery/counting/behind.ts'
import { readEvents } from '@mille/server/delivery/testing/events.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'vitest'
import type { Network } from './delivery-network.ts'

/**
 * Each view that was acknowledged is counted, once; counters, settlements and the ledger say the same; and a rebuild
 * finds no counter different. Each visitor is taken to be new.
 */
export async function expectCountedOnce(
  network: Pick<Network, 'query' | 'db' | 'pool'> & Partial<Pick<Network, 'eventLogUrl'>>,
  server: Pick<ServerProcess, 'mille'>,
  acknowledged: ReadonlySet<string>
): Promise<void> {
  // A process that was killed leaves its partitions to the others after some seconds.
  await expect
    .poll(() => sumOf(network, 'viewable'), { timeout: 30_000 })
    .toBe(BigInt(acknowledged.size))
  const decisions = await countedViews(network)
  expect(decisions).toHaveLength(acknowledged.size)
  expect(new Set(decisions)).toEqual(acknowledged)
  expect(await sumOf(network, 'viewable')).toBe(BigInt(acknowledged.size))
  expect(await sumOf(network, 'billable')).toBe(BigInt(acknowledged.size))

  expect((await server.mille('settle')).stderr).toBe('')
  const wrong = await network.query(`
    select campaign_id, window_start, billable from settlements
    where billable <> (
      select coalesce(sum(count), 0) from delivery_counters counter
      where kind = 'billable' and counter.campaign_id = settlements.campaign_id
        and bucket >= window_start and bucket < window_end)`)
  expect(wrong).toEqual([])
  const paid = await network.query('select from settlements where charged > 0 limit 1')
  expect(paid).toHaveLength(1)
  const verdict = await server.mille('verify')
  expect(verdict, verdict.stderr).toMatchObject({ code: 0 })

  const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  const rebuilt = await server.mille('rebuild-counters', dayBefore(1), dayBefore(0))
  expect(rebuilt.stdout).toMatch(
    /^Rebuilt [1-9]\d* counters from their events: 0 were different\n$/
  )
  process.stdout.write(`${verdict.stdout}${rebuilt.stdout}`)
}

/** The decisions of all views that were counted, once everything in the log is. */
export async function countedViews({
  db,
  pool,
  eventLogUrl = null
}: Pick<Network, 'db' | 'pool'> & Partial<Pick<Network, 'eventLogUrl'>>): Promise<string[]> {
  const place = { db, pool, config: { eventLogUrl } }
  await expect.poll(() => countedSince(place), { timeout: 30_000 }).toBe(null)
  const events = await readEvents(place)
  return events.filter(it => it.kind === 'viewable').map(it => it.decision)
}

export async function sumOf(network: Pick<Network, 'query'>, kind: string): Promise<bigint> {
  const [row] = await network.query<{ sum: bigint }>(
    'select coalesce(sum(count), 0) as sum from delivery_counters where kind = $1',
    [kind]
  )
  return row?.sum ?? 0n
}
