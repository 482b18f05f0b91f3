import { setTimeout as sleep } from 'node:timers/promises'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Network, startNetwork } from './delivery-network.ts'
import { sumOf, untilCounted } from './delivery-proof.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/**
 * Seconds by which the clocks of the nodes' machines are ahead: the first two are two minutes apart, the last two ten
 * seconds.
 */
const clocks = [60, -60, 5, -5]
const pairs = [
  [0, 1],
  [1, 0],
  [2, 3],
  [3, 2],
  [0, 3],
  [1, 2]
] as const
const viewsOfPair = 4

let network: Network
let nodes: ServerProcess[]
let worker: ServerProcess
let unit: number

beforeAll(async () => {
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  await addCampaign(network.db)
  worker = await network.startServer({ ROLES: 'worker' })
  nodes = await Promise.all(
    clocks.map(seconds =>
      network.startServer({ TRUSTED_PROXIES: '1', NODE_OPTIONS: machineAheadBy(seconds) })
    )
  )
})
afterAll(async () => {
  await Promise.all([worker, ...nodes].map(it => it.dispose()))
  await network.stop()
})

/**
 * Returns the option for a process whose machine's clock is ahead by so many seconds. Monotonic clocks do not show the
 * difference.
 */
function machineAheadBy(seconds: number): string {
  const program = `globalThis.Date = class extends Date {
    constructor(...values) { values.length === 0 ? super(Date.now()) : super(...values) }
    static now() { return super.now() + ${seconds * 1000} }
  }`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}

async function ask(node: number, address: string): Promise<string> {
  const response = await fetch(`${nodes[node]?.url}/serve/units/${unit}`, {
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address }
  })
  return ((await response.json()) as Filled).token
}

async function report(node: number, address: string, token: string): Promise<number> {
  const body = JSON.stringify({ token, kind: 'viewable' })
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address }
  return (await fetch(`${nodes[node]?.url}/serve/view`, { method: 'POST', body, headers })).status
}

/**
 * Requests an ad from one node, looks at it for a second, and reports the view to another node; repeats the report
 * while that node answers 503, as the ad does.
 */
async function see([from, to]: readonly [number, number], address: string): Promise<number> {
  const token = await ask(from, address)
  await sleep(1050)
  for (let attempt = 1; ; attempt++) {
    const status = await report(to, address, token)
    if (status !== 503 || attempt === 5) return status
    await sleep(1000)
  }
}

test('nodes whose clocks are up to two minutes apart lose no view of each other’s ads', async () => {
  const views = pairs.flatMap((pair, index) =>
    Array.from({ length: viewsOfPair }, (_, nth) => see(pair, `198.51.${100 + index}.${nth + 1}`))
  )
  expect(new Set(await Promise.all(views))).toEqual(new Set([204]))
  await untilCounted(network)
  expect(await sumOf(network, 'rejected_too_early')).toBe(0n)
  expect(await sumOf(network, 'billable')).toBe(BigInt(views.length))
})

test('each node tells how far its machine’s clock is off', async () => {
  // A slow answer of the database says less about its time: the nodes ask again every five seconds.
  const isTold = async () => {
    for (const [index, seconds] of clocks.entries()) {
      const metrics = await (await fetch(`${nodes[index]?.url}/metrics`)).text()
      const [, value] = /^mille_clock_offset_seconds (\S+)$/m.exec(metrics) ?? []
      expect(Number(value)).toBeCloseTo(seconds, 1)
    }
  }
  await vi.waitFor(isTold, { timeout: 30_000, interval: 1000 })
})
