import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewableMs } from '@mille/api/constants.ts'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { readConfig } from '@mille/server/config.ts'
import { createLog, systemClock, systemRandomBytes } from '@mille/server/context.ts'
import {
  createTestAppender,
  makeDecided,
  viewable
} from '@mille/server/delivery/testing/counting.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { type Node, startProgram } from '@mille/server/delivery/testing/node.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import { processorMs } from '@mille/testing/processor.ts'
import { type Network, startNetwork } from '../faults/delivery-network.ts'
import { type Answer, getRequest, type Load, openLoad, postRequest } from './delivery-load.ts'
import { alternate, type Figure, median, percentile } from './rounds.ts'

const rounds = 9
const perRound = 8000
const connections = 32
/** A batch of views is written when a thousand wait, so that many are under way at once. */
const viewConnections = 1000
const viewsPerRound = 20_000
const viewRounds = 5
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Microseconds of processor time that one request costs each of those who take part. */
type Costs = { server: number; database: number; generator: number }
type Measured = { perSecond: number; p99: number; costs: Costs; answers: Answer[] }

/** Decisions and acknowledged views a second, beside a server that does nothing, each in turn. */
export async function run(): Promise<Figure[]> {
  const network = await startNetwork()
  try {
    const unit = await addUnit(network.db)
    for (let count = 0; count < 20; count++) await addCampaign(network.db)
    const path = `/serve/units/${unit.id}?width=300`
    // Browsers say where they are.
    const page = `https://blog-${unit.owner}.example`
    const node = await network.startNode()
    const first = await openLoad(node.origin, 1)
    const sample = await first.send([getRequest(path, browser, page)])
    first.close()
    const bare = await startProgram(new URL('./delivery-bare.ts', import.meta.url), {
      ...process.env,
      BODY: sample[0]?.body ?? ''
    })
    try {
      const decisions = await measureDecisions(node, bare, path, page)
      return [...decisions, ...(await measureViews(network, node, bare, path, page))]
    } finally {
      await node.kill()
      await bare.kill()
    }
  } finally {
    await network.stop()
  }
}

let visitors = 0

async function measureDecisions(
  node: Node,
  bare: Node,
  path: string,
  page: string
): Promise<Figure[]> {
  const loads = new Map([
    [node, await openLoad(node.origin, connections)],
    [bare, await openLoad(bare.origin, connections)]
  ])
  const once = (server: Node) => {
    const requests = Array.from({ length: perRound }, () =>
      getRequest(path, `${browser} ${visitors++}`, page)
    )
    return measure(server, loads.get(server), requests)
  }
  // Until both are compiled.
  for (let warmUp = 0; warmUp < 8; warmUp++) for (const server of [node, bare]) await once(server)
  const all = await alternate(rounds, { product: () => once(node), floor: () => once(bare) })
  for (const load of loads.values()) load.close()
  const of = (loads: Measured[], key: 'perSecond' | 'p99') => median(loads.map(it => it[key]))
  const rate = of(all.product, 'perSecond') / of(all.floor, 'perSecond')
  const cpu = { product: cost(all.product, 'server'), floor: cost(all.floor, 'server') }
  const p99 = of(all.product, 'p99') / of(all.floor, 'p99')
  return [
    {
      name: 'decisions over HTTP',
      value: of(all.product, 'perSecond'),
      unit: '/s',
      floor: of(all.floor, 'perSecond'),
      ratio: rate,
      target: 'ratio ≥ 0.7',
      holds: rate >= 0.7
    },
    {
      name: 'decisions over HTTP, p99',
      value: of(all.product, 'p99'),
      unit: 'ms',
      floor: of(all.floor, 'p99'),
      ratio: p99,
      target: 'ratio ≤ 3',
      holds: p99 <= 3
    },
    {
      name: 'processor time of a decision over HTTP',
      value: cpu.product,
      unit: 'µs',
      floor: cpu.floor,
      ratio: cpu.product / cpu.floor
    }
  ]
}

async function measureViews(
  network: Network,
  node: Node,
  bare: Node,
  path: string,
  page: string
): Promise<Figure[]> {
  const asking = await openLoad(node.origin, connections)
  const loads = new Map([
    [node, await openLoad(node.origin, viewConnections)],
    [bare, await openLoad(bare.origin, viewConnections)]
  ])
  let bodies: string[] = []
  async function views(server: Node): Promise<Measured> {
    const from = visitors
    const gets = Array.from({ length: viewsPerRound }, () =>
      getRequest(path, `${browser} ${visitors++}`, page)
    )
    if (server === node) {
      await asking.reopen()
      const decided = await asking.send(gets)
      bodies = decided.map(({ body }) => {
        const { token } = JSON.parse(body) as Filled
        return JSON.stringify({ token, kind: 'viewable' })
      })
    }
    // Sooner than a second after its decision a view is none.
    if (server === node) await sleep(viewableMs + 100)
    const posts = bodies.map((body, index) =>
      postRequest('/serve/view', `${browser} ${from + index}`, page, body)
    )
    const done = await measure(server, loads.get(server), posts, await readDatabasePids(network))
    if (done.answers.some(({ status }) => status !== 204)) throw new Error('A view was refused')
    return done
  }
  await views(node)
  const all = await alternate(viewRounds, { product: () => views(node), floor: () => views(bare) })
  for (const load of [asking, ...loads.values()]) load.close()
  const counted = await network.db
    .selectFrom('delivery_counters')
    .select(({ fn }) => fn.sum<bigint>('count').as('count'))
    .where('kind', '=', 'billable')
    .executeTakeFirstOrThrow()
  if (Number(counted.count) !== viewsPerRound * (viewRounds + 1)) throw new Error('Views were lost')
  const value = median(all.product.map(it => it.perSecond))
  const floor = median(all.floor.map(it => it.perSecond))
  return [
    {
      name: 'views acknowledged, durable',
      value,
      unit: '/s',
      floor,
      ratio: value / floor,
      target: '≥ 20,000/s',
      holds: value >= 20_000
    },
    {
      name: 'processor time of a view in the node',
      value: cost(all.product, 'server'),
      unit: 'µs',
      floor: cost(all.floor, 'server')
    },
    {
      name: 'processor time of a view in PostgreSQL',
      value: cost(all.product, 'database'),
      unit: 'µs'
    },
    {
      name: 'processor time of a view in the load generator',
      value: cost(all.product, 'generator'),
      unit: 'µs',
      floor: cost(all.floor, 'generator')
    },
    {
      name: 'views that the processors have time for, nobody waiting',
      value:
        (cpus().length * 1e6) /
        sum<keyof Costs>(['server', 'database', 'generator'], part => cost(all.product, part)),
      unit: '/s'
    },
    await countingAlone()
  ]
}

async function measure(
  server: Node,
  load: Load | undefined,
  requests: string[],
  databasePids: number[] = []
): Promise<Measured> {
  if (!load) throw new Error('There are no connections to the server')
  await load.reopen()
  const read = () => ({
    server: processorMs(server.pid),
    database: sum(databasePids, pid => processorMs(pid)),
    generator: (process.cpuUsage().user + process.cpuUsage().system) / 1000
  })
  const before = read()
  const started = performance.now()
  const answers = await load.send(requests)
  const ms = performance.now() - started
  const after = read()
  const each = (part: keyof Costs) => ((after[part] - before[part]) * 1000) / requests.length
  return {
    perSecond: (requests.length * 1000) / ms,
    p99: percentile(
      answers.map(it => it.ms),
      0.99
    ),
    costs: { server: each('server'), database: each('database'), generator: each('generator') },
    answers
  }
}

/** The same views without HTTP: what appending together reaches in one process when everybody waits at once. */
async function countingAlone(): Promise<Figure> {
  const network = await startNetwork()
  const config = readConfig({ NODE_ENV: 'test', SECRET: systemRandomBytes(32).toString('hex') })
  const log = createLog({ logLevel: 'silent' })
  const { db, pool } = network
  const parts = { db, pool, now: systemClock, config, log, randomBytes: systemRandomBytes }
  const mailer = createMailer(config)
  const counting = createTestAppender({ ...parts, mailer, connection: network.connection })
  const count = () => counting.count(viewable(makeDecided({ issuedAtMs: Date.now() })))
  const started = performance.now()
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: viewsPerRound }, count))
  const seconds = (performance.now() - started) / 1000
  await counting.stop()
  await network.stop()
  return {
    name: 'views in the log in process, durable',
    value: (viewsPerRound * 5) / seconds,
    unit: '/s'
  }
}

function cost(measured: Measured[], part: keyof Costs): number {
  return median(measured.map(it => it.costs[part]))
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}

/** Of the node's connections and of PostgreSQL's own processes. */
async function readDatabasePids(network: Network): Promise<number[]> {
  const rows = await network.query<{ pid: number }>(`
    select pid from pg_stat_activity where backend_type <> 'autovacuum worker' limit 1000`)
  return rows.map(row => row.pid)
}
