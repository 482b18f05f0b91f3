import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Load, startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce, sumOf } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 100 : 2
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const visitors = isProof ? 10 : 3

let network: Network
let nodes: ServerProcess[]
let counters: ServerProcess[]
let unit: number
/** Shared by all tests: they use one database, and each test checks again what earlier tests have reported. */
const acknowledged = new Set<string>()
const clicked = new Set<string>()

beforeAll(async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm', 'cpd', 'cpm'] as const)
    await addRich(network, trafficType)
  // Settlement periods of two seconds, so that views are settled while processes die.
  const start = (ROLES: string) => network.startServer({ ROLES, SETTLEMENT_WINDOW_SECONDS: '2' })
  nodes = await Promise.all([start('delivery'), start('delivery')])
  counters = await Promise.all([start('worker'), start('worker')])
})
afterAll(async () => {
  await Promise.all([...nodes, ...counters].map(server => server.dispose()))
  await network.stop()
})

const aMoment = () => sleep(200 + random.below(600))

/** Kills one of two processes, sometimes both, with SIGKILL at a random moment, and starts them again. */
async function killSome(servers: readonly ServerProcess[]): Promise<number> {
  const victims = random.chance(0.15) ? servers : [random.pick(servers)]
  await Promise.all(victims.map(server => server.kill()))
  await aMoment()
  await Promise.all(victims.map(server => server.restart()))
  return victims.length
}

async function killDatabase(): Promise<number> {
  await network.database.kill()
  await aMoment()
  await network.database.start()
  return 1
}

const victims = {
  'delivery nodes': () => killSome(nodes),
  counters: () => killSome(counters),
  PostgreSQL: killDatabase
}

/** One of the victims in `npm test`, all of them in `npm run prove`. */
test.each(slice(Object.entries(victims), 3))(
  `every acknowledged view is counted once after ${kills} kills of %s`,
  async (name, kill) => {
    const load = startLoad(
      nodes.map(it => it.url),
      unit,
      visitors
    )
    await until(load, 30)
    let killed = 0
    while (killed < kills) {
      await aMoment()
      killed += await kill()
      // The load continues between two kills.
      await until(load, 20)
    }
    await load.finish()
    for (const it of load.acknowledged) acknowledged.add(it)
    for (const it of load.clicked) clicked.add(it)
    // Decisions need no database, so they continue while it is down.
    if (name === 'PostgreSQL') expect(load.figures).toMatchObject({ notDecided: 0, whyNot: '' })
    await expectCountedOnce(network, anyNode(), acknowledged, clicked)
    const { copies, putOff, unanswered } = load.figures
    process.stdout.write(
      `${killed} kills of ${name}: ${load.acknowledged.size} views acknowledged and counted once, ${copies} copies, ${load.clicked.size} clicks; ${putOff} views put off, ${unanswered} not answered\n`
    )
  }
)

test('what is reported while nothing counts is counted when something does', async () => {
  for (const counter of counters) await counter.stop()
  const before = await sumOf(network, 'viewable')
  const load = startLoad([anyNode().url], unit, visitors)
  await until(load, 50)
  await load.finish()
  expect(load.acknowledged.size).toBeGreaterThan(50)
  expect(await sumOf(network, 'viewable')).toBe(before)
  await counters[0]?.restart()
  for (const it of load.acknowledged) acknowledged.add(it)
  for (const it of load.clicked) clicked.add(it)
  await expectCountedOnce(network, anyNode(), acknowledged, clicked)
})

async function until({ acknowledged: done }: Load, more: number): Promise<void> {
  const before = done.size
  await expect
    .poll(() => done.size, { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(before + more)
}

function anyNode(): ServerProcess {
  const [node] = nodes
  if (!node) throw new Error('There is no node')
  return node
}
