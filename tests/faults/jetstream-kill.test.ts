import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { type Nats, startNats } from '@mille/testing/nats.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 50 : 3
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
/**
 * Number of simultaneous visitors. The servers are killed in the middle of their work, so the amount of work does not
 * matter.
 */
const visitors = isProof ? 8 : 2
/** Maximum time for an election and a restart on a busy machine together, in milliseconds. */
const recoveryMs = 60_000

let nats: Nats
let network: Network
let nodes: ServerProcess[]
let counters: ServerProcess[]
let unit: number

beforeEach(async () => {
  nats = await startNats()
  network = await startNetwork(nats.url)
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm', 'cpd', 'cpm'] as const)
    await addRich(network, trafficType)
  // Settlement periods of two seconds, so that views are settled while the servers die.
  const start = (roles: string) =>
    network.startServer({ ROLES: roles, SETTLEMENT_WINDOW_SECONDS: '2', LOG_LEVEL: 'fatal' })
  nodes = await Promise.all([start('delivery'), start('delivery')])
  counters = await Promise.all([start('worker'), start('worker')])
})
afterEach(async () => {
  await Promise.all([...nodes, ...counters].map(server => server.dispose()))
  await network.stop()
  await nats.dispose()
})

const aMoment = () => sleep(200 + random.below(600))

/** Returns which of three servers die in a round: mostly one, sometimes two, occasionally all. */
function victims(round: number): number[] {
  const first = random.below(3)
  const luck = round < 3 ? [1, 0.25, 0][round] : random.fraction()
  if (luck === undefined || luck > 0.3) return [first]
  return luck < 0.1 ? [0, 1, 2] : [first, (first + 1) % 3]
}

test(`loses no acknowledged view and counts none twice when servers of the log are killed, ${kills} times by MILLE_SEED=${seed}`, async () => {
  const load = startLoad(
    nodes.map(it => it.url),
    unit,
    visitors
  )
  const counted = { one: 0, two: 0, all: 0 }
  await sleep(1500)
  for (let round = 0; round < kills; round++) {
    const { putOff } = load.figures
    const { decided } = load.figures
    const dead = victims(round)
    await aMoment()
    await Promise.all(dead.map(it => nats.kill(it)))
    if (dead.length > 1) {
      // Most of the servers are down, so nothing is acknowledged, and reporting clients are told to try again.
      await expect
        .poll(() => load.figures.putOff, { timeout: recoveryMs, interval: 50 })
        .toBeGreaterThan(putOff)
      expect(load.figures.decided).toBeGreaterThan(decided)
    }
    await aMoment()
    await nats.start()
    const before = load.acknowledged.size
    await expect
      .poll(() => load.acknowledged.size, { timeout: recoveryMs, interval: 20 })
      .toBeGreaterThan(before + 30)
    counted[dead.length === 1 ? 'one' : dead.length === 2 ? 'two' : 'all']++
  }
  await load.finish()
  // Decisions need no log, so they continue without it.
  expect(load.figures).toMatchObject({ notDecided: 0, whyNot: '' })
  const [server] = counters
  if (!server) throw new Error('There is no server')
  await expectCountedOnce(network, server, load.acknowledged)
  const { decided, putOff, unanswered } = load.figures
  process.stdout.write(
    `MILLE_SEED=${seed}: ${kills} kills of servers of the log (${counted.one} of one, ${counted.two} of two, ${counted.all} of all three): ${load.acknowledged.size} views acknowledged and counted once; ${decided} ads; ${putOff} views put off, ${unanswered} not answered\n`
  )
})
