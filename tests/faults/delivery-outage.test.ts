import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce } from './delivery-proof.ts'

const isProof = process.env.MILLE_PROOF === 'full'
/** How long the database is down, in seconds. */
const absence = isProof ? 60 : 4
const visitors = isProof ? 30 : 8

let network: Network
let servers: ServerProcess[]
let unit: number

beforeEach(async () => {
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm', 'cpd', 'cpm'] as const)
    await addRich(network, trafficType)
  // Settlement periods of two seconds, so that views are settled while the servers die.
  const roles = { ROLES: 'delivery,worker', SETTLEMENT_WINDOW_SECONDS: '2' }
  servers = await Promise.all([network.startServer(roles), network.startServer(roles)])
})
afterEach(async () => {
  await Promise.all(servers.map(server => server.dispose()))
  await network.stop()
})

function anyServer(): ServerProcess {
  const [server] = servers
  if (!server) throw new Error('There is no server')
  return server
}

test(`shows ads while the database is stopped for ${absence} s, and counts every view afterwards`, async () => {
  const load = startLoad(
    servers.map(it => it.url),
    unit,
    visitors
  )
  await sleep(2500)
  await network.database.stop()
  const stopped = { ...load.figures, acknowledged: load.acknowledged.size }
  await sleep(absence * 1000)
  // A load balancer that checks /readyz keeps the nodes in service, since they have ads to show.
  const ready = await Promise.all(servers.map(it => fetch(`${it.url}/readyz`)))
  expect(ready.map(it => it.status)).toEqual([200, 200])
  const decided = load.figures.decided - stopped.decided
  expect(decided).toBeGreaterThan(absence * 10)
  expect(load.acknowledged.size - stopped.acknowledged).toBeLessThan(100)
  expect(load.figures.putOff).toBeGreaterThan(0)
  await network.database.start()
  const started = performance.now()
  const before = load.acknowledged.size
  await expect
    .poll(() => load.acknowledged.size, { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(before)
  const resumedMs = Math.round(performance.now() - started)
  await sleep(1000)
  await load.finish()
  expect(load.figures).toMatchObject({ notDecided: 0, whyNot: '' })
  await expectCountedOnce(network, anyServer(), load.acknowledged)
  report(`${absence} s without the database`, load)
  process.stdout.write(`${decided} ads while it was away; views again after ${resumedMs} ms\n`)
})

function report(what: string, { figures, acknowledged }: ReturnType<typeof startLoad>): void {
  const { decided, notDecided, putOff, unanswered } = figures
  process.stdout.write(
    `${what}: ${acknowledged.size} views acknowledged and counted once; ${decided} ads, ${notDecided} not answered; ${putOff} views put off, ${unanswered} not answered\n`
  )
}
