import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { freePort } from '@mille/testing/free-port.ts'
import { readFileOf } from '@mille/testing/operating-document.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureCaddy, ensureHaproxy } from '../../scripts/lib/load-balancers.mjs'
import { type Load, startLoad } from './delivery-load.ts'
import { addRich, type Served, serveFrom } from './delivery-network.ts'
import { expectCountedOnce } from './delivery-proof.ts'
import { type Pair, startPair } from './standby-pair.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const rounds = isProof ? 5 : 1
const visitors = isProof ? 20 : 8
/** Minimum time in milliseconds that an operator needs until the standby is promoted. */
const withoutPrimaryMs = 3000

type Balancer = {
  name: string
  start: (port: number, nodes: ServerProcess[]) => Promise<ChildProcess>
}

const balancers: Balancer[] = [
  {
    name: 'HAProxy',
    start: async (port, nodes) =>
      run(
        await ensureHaproxy(),
        'haproxy.cfg',
        ['-db', '-f'],
        readFileOf('haproxy', {
          ...addressesOf(nodes),
          ':443 ssl crt /etc/haproxy/mille.pem alpn h2,http/1.1': `127.0.0.1:${port}`
        })
      )
  },
  {
    name: 'Caddy',
    start: async (port, nodes) =>
      run(
        await ensureCaddy(),
        'Caddyfile',
        ['run', '--adapter', 'caddyfile', '--config'],
        `{\n\tadmin off\n}\n${readFileOf('caddy', { ...addressesOf(nodes), 'mille.example': `http://127.0.0.1:${port}` })}`
      )
  }
]

const folder = mkdtempSync(join(tmpdir(), 'mille-balancer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Maps the document's two delivery nodes, and its two web nodes, to the same two processes. */
function addressesOf(nodes: ServerProcess[]): Record<string, string> {
  const places = ['10.0.0.11:3000', '10.0.0.12:3000', '10.0.0.21:3000', '10.0.0.22:3000']
  return Object.fromEntries(
    places.map((place, index) => [place, `127.0.0.1:${new URL(nodes[index % 2]?.url ?? '').port}`])
  )
}

async function run(
  program: string,
  name: string,
  args: string[],
  text: string
): Promise<ChildProcess> {
  const file = join(folder, name)
  writeFileSync(file, text)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn(program, [...args, file], { env, stdio: 'ignore' })
}

/** Behind one of the two load balancers in `npm test`, behind both in `npm run prove`. */
describe.each(slice(balancers, 2))('behind $name', ({ start }) => {
  let pair: Pair
  let network: Served
  let nodes: ServerProcess[]
  let worker: ServerProcess
  let balancer: ChildProcess
  let origin: string
  let unit: number
  const acknowledged = new Set<string>()

  beforeAll(async () => {
    pair = await startPair()
    network = await serveFrom(pair.url)
    unit = (await addUnit(network.db)).id
    for (const trafficType of ['cpd', 'cpm'] as const) await addRich(network, trafficType)
    const shared = { TRUSTED_PROXIES: '1', SETTLEMENT_WINDOW_SECONDS: '2' }
    worker = await network.startServer({ ...shared, ROLES: 'worker' })
    nodes = [await network.startServer(shared), await network.startServer(shared)]
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    balancer = await start(port, nodes)
    await vi.waitUntil(isReady, { timeout: 20_000, interval: 100 })
  })
  afterAll(async () => {
    balancer?.kill()
    if (balancer && balancer.exitCode === null) await once(balancer, 'exit')
    await Promise.all([worker, ...nodes].map(it => it.dispose()))
    await network.close()
    await pair.stop()
  })

  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      it => it.ok,
      () => false
    )

  /** Disturbs the network while ads are requested, each of which has to arrive. */
  async function underLoad(what: string, disturb: (load: Load) => Promise<unknown>): Promise<void> {
    const load = startLoad([origin], unit, visitors)
    await sleep(1500)
    for (let round = 0; round < rounds; round++) await disturb(load)
    await untilMore(load)
    await load.finish()
    for (const decision of load.acknowledged) acknowledged.add(decision)
    const { decided, putOff, unanswered } = load.figures
    process.stdout.write(
      `${what}, ${rounds} times: ${decided} ads, ${load.acknowledged.size} views acknowledged, ${putOff} put off, ${unanswered} unanswered\n`
    )
    expect(load.figures).toMatchObject({ notDecided: 0, whyNot: '' })
  }

  test('no ad fails while the nodes are restarted one after the other', async () => {
    await underLoad('a rolling restart', async () => {
      for (const node of nodes) {
        expect(await node.stop()).toBe(0)
        await node.restart()
      }
    })
  })

  test('no ad fails while a node is killed', async () => {
    await underLoad('kill -9 of a node', async load => {
      for (const node of nodes) {
        await node.kill()
        await untilMore(load)
        await node.restart()
      }
    })
  })

  test('no ad fails while the database’s standby takes over', async () => {
    await underLoad('a failover', async load => {
      const old = pair.primary()
      await old.kill()
      await sleep(withoutPrimaryMs)
      await pair.promote()
      await untilMore(load)
      await pair.rebuild()
    })
  })

  test('each view that was acknowledged is counted once', async () => {
    await expectCountedOnce(network, worker, acknowledged)
  })
})

async function untilMore({ acknowledged }: Load): Promise<void> {
  const before = acknowledged.size
  await expect
    .poll(() => acknowledged.size, { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(before + 10)
}
