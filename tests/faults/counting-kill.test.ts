import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce, sumOf } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 100 : 2
const sleeps = isProof ? 20 : 1
/** Longer than a process owns what it does not renew. */
const asleepMs = 8000

let network: Network
let node: ServerProcess
let counters: ServerProcess[]
let unit: number

beforeEach(async () => {
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm', 'cpd', 'cpm'] as const)
    await addRich(network, trafficType)
  const windows = { SETTLEMENT_WINDOW_SECONDS: '2' }
  const start = (roles: string) => network.startServer({ ...windows, ROLES: roles })
  node = await start('delivery')
  counters = await Promise.all([start('worker'), start('worker')])
})
afterEach(async () => {
  await Promise.all([node, ...counters].map(server => server.dispose()))
  await network.stop()
})

const aMoment = () => sleep(300 + Math.random() * 400)

test(`counts every acknowledged view once when processes that count are killed, ${kills} times`, async () => {
  const load = startLoad([node.url], unit)
  await sleep(1500)
  for (let round = 0; round < kills; round++) {
    await aMoment()
    const counter = counters[round % 2]
    await counter?.kill()
    await aMoment()
    await counter?.restart()
  }
  await load.finish()
  await expectCountedOnce(network, node, load.acknowledged)
  process.stdout.write(
    `${kills} kills of a process that counts: ${load.acknowledged.size} views counted once\n`
  )
})

test(`a process that slept while another one took over counts nothing twice, ${sleeps} times`, async () => {
  const load = startLoad([node.url], unit)
  await sleep(1500)
  for (let round = 0; round < sleeps; round++) {
    const pid = counters[round % 2]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const before = await sumOf(network, 'viewable')
    await sleep(asleepMs)
    // The other one counts for it.
    expect(await sumOf(network, 'viewable')).toBeGreaterThan(before)
    process.kill(pid, 'SIGCONT')
    await aMoment()
  }
  await load.finish()
  await expectCountedOnce(network, node, load.acknowledged)
})

test('what is reported while nothing counts is counted when something does', async () => {
  for (const counter of counters) await counter.stop()
  const load = startLoad([node.url], unit)
  await sleep(4000)
  await load.finish()
  expect(load.acknowledged.size).toBeGreaterThan(50)
  expect(await sumOf(network, 'viewable')).toBe(0n)
  await counters[0]?.restart()
  await expectCountedOnce(network, node, load.acknowledged)
})
