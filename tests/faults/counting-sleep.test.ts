import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Load, startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce, sumOf } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const sleeps = isProof ? 20 : 1
const steps = isProof ? 50 : 2
const visitors = isProof ? 10 : 3
const partitions = 16
/** Time for a takeover in milliseconds: the lease, the end of a transaction, and the delay of a busy machine. */
const takenOverMs = 30_000

/** A counting process, and its ID in the database. */
type Counter = { server: ServerProcess; id: string }

let network: Network
let node: ServerProcess
let counters: Counter[]
let unit: number
/** Views acknowledged in all tests together, because the tests share the database. */
const acknowledged = new Set<string>()

beforeAll(async () => {
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm'] as const) await addRich(network, trafficType)
  const start = (ROLES: string) =>
    network.startServer({ ROLES, SETTLEMENT_WINDOW_SECONDS: '2', LOG_LEVEL: 'warn' })
  node = await start('delivery')
  counters = [await startCounter(() => start('worker')), await startCounter(() => start('worker'))]
})
afterAll(async () => {
  await Promise.all([node, ...counters.map(it => it.server)].map(server => server.dispose()))
  await network.stop()
})

async function startCounter(start: () => Promise<ServerProcess>): Promise<Counter> {
  const before = new Set(await alive())
  const server = await start()
  for (;;) {
    const id = (await alive()).find(it => !before.has(it))
    if (id) return { server, id }
    await sleep(100)
  }
}

async function alive(): Promise<string[]> {
  return (await network.query<{ id: string }>('select id from counter_processes')).map(it => it.id)
}

async function ownedBy({ id }: Counter): Promise<number> {
  return (await network.query('select from counter_partitions where owner = $1', [id])).length
}

async function finish(load: Load): Promise<void> {
  await load.finish()
  for (const it of load.acknowledged) acknowledged.add(it)
  await expectCountedOnce(network, node, acknowledged)
}

test(`a counter that wakes up after another one took over believes that it owns, and is refused, ${sleeps} times`, async () => {
  const load = startLoad([node.url], unit, visitors)
  for (let round = 0; round < sleeps; round++) {
    const [asleep, awake] = round % 2 === 0 ? counters : counters.toReversed()
    if (!asleep || !awake) throw new Error('There are not two counters')
    await expect.poll(() => ownedBy(asleep), { timeout: takenOverMs }).toBeGreaterThan(0)
    const before = asleep.server.output().length
    process.kill(asleep.server.pid, 'SIGSTOP')
    await expect.poll(() => ownedBy(awake), { timeout: takenOverMs }).toBe(partitions)
    // The other process counts for both.
    const counted = await sumOf(network, 'viewable')
    await expect
      .poll(() => sumOf(network, 'viewable'), { timeout: takenOverMs })
      .toBeGreaterThan(counted)
    const release = await keepFromRenewing(asleep)
    process.kill(asleep.server.pid, 'SIGCONT')
    // The sleeper has not checked whether it is still the owner, so it counts and tries to commit.
    await expect
      .poll(() => asleep.server.output().slice(before), { timeout: takenOverMs })
      .toContain('what was counted is not committed: another process took over')
    await release()
  }
  await finish(load)
  process.stdout.write(`${sleeps} sleepers refused: ${acknowledged.size} views counted once\n`)
})

/**
 * Locks the process's own row, so that the process cannot renew its lease or learn that its partitions were taken over,
 * until the returned function is called.
 */
async function keepFromRenewing({ id }: Counter): Promise<() => Promise<void>> {
  const client = await network.pool.connect()
  await client.query('begin')
  await client.query(
    'insert into counter_processes (id, alive_until) values ($1, now()) on conflict (id) do update set alive_until = now()',
    [id]
  )
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test(`two counters that both live count everything once while the database’s clock steps, ${steps} times`, async () => {
  const load = startLoad([node.url], unit, visitors)
  for (let step = 0; step < steps; step++) {
    await sleep(1000)
    await stepClock(step % 2 === 0 ? 3600 : -3600)
    const counted = await sumOf(network, 'viewable')
    await expect
      .poll(() => sumOf(network, 'viewable'), { timeout: takenOverMs })
      .toBeGreaterThan(counted)
  }
  await finish(load)
})

test('a clock that was put back does not keep a counter from taking over for one that died', async () => {
  const [dead, heir] = counters
  if (!dead || !heir) throw new Error('There are not two counters')
  await expect.poll(() => ownedBy(dead), { timeout: takenOverMs }).toBeGreaterThan(0)
  await dead.server.kill()
  await stepClock(-3600)
  await expect.poll(() => ownedBy(heir), { timeout: takenOverMs }).toBe(partitions)
})

/**
 * Simulates a step of the database's clock: stored moments do not follow the clock, so they are moved the other way.
 */
async function stepClock(seconds: number): Promise<void> {
  await network.query(
    'update counter_partitions set leased_until = leased_until - make_interval(secs => $1)',
    [seconds]
  )
  await network.query(
    'update counter_processes set alive_until = alive_until - make_interval(secs => $1)',
    [seconds]
  )
}
