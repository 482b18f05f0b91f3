import { dayMs } from '@mille/api/durations.ts'
import { countedSince } from '@mille/server/delivery/partitions/behind.ts'
import { type CountedRecord, readEvents } from '@mille/server/delivery/testing/events.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'vitest'
import type { Network } from './delivery-network.ts'

/** Access to the log and to the counters. */
type Counted = Pick<Network, 'db' | 'pool'> & Partial<Pick<Network, 'eventLogUrl'>>

/**
 * Expects every acknowledged view to be counted exactly once, counters, settlements and ledger to agree, and a rebuild
 * to find no different counter. Assumes that each visitor is new.
 */
export async function expectCountedOnce(
  network: Counted & Pick<Network, 'query'>,
  server: Pick<ServerProcess, 'mille'>,
  acknowledged: ReadonlySet<string>,
  /** Decisions whose ad was clicked. A click that could not be counted is not reported as an error. */
  clicked?: ReadonlySet<string>
): Promise<void> {
  // A killed process leaves its partitions to the others after some seconds.
  await expect
    .poll(() => sumOf(network, 'viewable'), { timeout: 30_000 })
    .toBe(BigInt(acknowledged.size))
  expect(await countedOnce(network, 'viewable')).toEqual(acknowledged)
  const pressed = await countedOnce(network, 'clicked')
  expect(await sumOf(network, 'clicked')).toBe(BigInt(pressed.size))
  if (clicked) expect([...pressed].filter(it => !clicked.has(it))).toEqual([])
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

/** Returns the decisions with a counted event of the given kind, each once, after everything in the log is counted. */
export async function countedOnce(
  network: Counted,
  kind: CountedRecord['kind']
): Promise<Set<string>> {
  await untilCounted(network)
  const events = (await readEvents(placeOf(network))).filter(it => it.kind === kind)
  const byDecision = Map.groupBy(events, it => it.decision)
  expect([...byDecision.values()].filter(same => same.length > 1)).toEqual([])
  return new Set(byDecision.keys())
}

/** Waits until everything that is in the log now is counted. */
export async function untilCounted(network: Counted): Promise<void> {
  await expect.poll(() => countedSince(placeOf(network)), { timeout: 30_000 }).toBe(null)
}

const placeOf = ({ db, pool, eventLogUrl = null }: Counted) => ({
  db,
  pool,
  config: { eventLogUrl }
})

export async function sumOf(network: Pick<Network, 'query'>, kind: string): Promise<bigint> {
  const [row] = await network.query<{ sum: bigint }>(
    'select coalesce(sum(count), 0) as sum from delivery_counters where kind = $1',
    [kind]
  )
  return row?.sum ?? 0n
}
