import { setTimeout as sleep } from 'node:timers/promises'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { startNats } from '@mille/testing/nats.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Network, startNetwork } from './delivery-network.ts'
import { sumOf, untilCounted } from './delivery-proof.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let network: Network
let servers: ServerProcess[]
let units: number[]

const urlOf = (index: number) => servers[index % servers.length]?.url

async function decide(index: number, address: string, unit = units[0]): Promise<string> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address }
  const response = await fetch(`${urlOf(index)}/serve/units/${unit}`, { headers })
  return ((await response.json()) as Filled).token
}

async function view(index: number, address: string, token: string): Promise<number> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address }
  const body = JSON.stringify({ token, kind: 'viewable' })
  const send = () => fetch(`${urlOf(index)}/serve/view`, { method: 'POST', body, headers })
  // An idle connection may be closed just when it is used again; like a browser, this retries on another one.
  return (await send().catch(send)).status
}

/** The store of the log. */
const stores = [
  { store: 'PostgreSQL', startStore: async () => null },
  { store: 'JetStream', startStore: () => startNats({ servers: 1 }) }
]
const processes = 4

/** Runs the tests with one of the two stores in `npm test`, with both in `npm run prove`. */
describe.each(slice(stores, 2))(
  `${processes} processes with the log on $store`,
  ({ startStore }) => {
    let nats: Awaited<ReturnType<typeof startStore>>

    beforeAll(async () => {
      nats = await startStore()
      network = await startNetwork(nats?.url)
      const added = [
        await addUnit(network.db),
        await addUnit(network.db),
        await addUnit(network.db)
      ]
      units = added.map(it => it.id)
      await addCampaign(network.db)
      // Each process accepts reports, and counts a share of the log.
      const roles = { TRUSTED_PROXIES: '1', ROLES: 'delivery,worker' }
      const start = () => network.startServer(roles)
      servers = await Promise.all(Array.from({ length: processes }, start))
    })
    afterAll(async () => {
      await Promise.all(servers.map(server => server.dispose()))
      await network.stop()
      await nats?.dispose()
    })

    test('processes know a visitor by the same key, and charge for the visitor once', async () => {
      const address = '198.51.100.20'
      const tokens = await Promise.all([decide(0, address), decide(1, address)])
      await sleep(1050)
      // Each view goes to the process that did not make its decision.
      const statuses = await Promise.all(
        tokens.map((token, index) => view(index + 1, address, token))
      )
      expect(statuses).toEqual([204, 204])
      await untilCounted(network)
      expect(await sumOf(network, 'rejected_foreign')).toBe(0n)
      expect(await sumOf(network, 'viewable')).toBe(2n)
      expect(await sumOf(network, 'billable')).toBe(1n)
    })

    test('1,000 copies of a view, sent to all processes at once, are billed once', async () => {
      const address = '198.51.101.20'
      const before = await sumOf(network, 'billable')
      const token = await decide(0, address)
      await sleep(1050)
      const copies = Array.from({ length: 1000 }, (_, index) => view(index, address, token))
      expect(new Set(await Promise.all(copies))).toEqual(new Set([204]))
      await untilCounted(network)
      expect(await sumOf(network, 'billable')).toBe(before + 1n)
      expect(await sumOf(network, 'rejected_repeated')).toBe(999n)
    })

    test('a visitor has 60 views in a minute from all processes together', async () => {
      const address = '198.51.102.20'
      const before = await sumOf(network, 'viewable')
      const tokens = await Promise.all(
        // The decisions are spread over three ad units: so many views of a neighborhood on one unit would count as a
        // crowd.
        Array.from({ length: 100 }, (_, index) => decide(index, address, units[index % 3]))
      )
      // Waits if the minute is about to end, because the next minute would allow as many views again.
      await sleep(1050)
      const left = 60_000 - (Date.now() % 60_000)
      if (left < 5000) await sleep(left)
      await Promise.all(tokens.map((token, index) => view(index, address, token)))
      await untilCounted(network)
      expect((await sumOf(network, 'viewable')) - before).toBe(60n)
      expect(await sumOf(network, 'rejected_rate')).toBe(40n)
    })
  }
)
