import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewableMs } from '@mille/api/constants.ts'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { readConfig } from '@mille/server/config.ts'
import { createLog, systemClock, systemRandomBytes } from '@mille/server/context.ts'
import type { DayPlace } from '@mille/server/delivery/judge/day-places.ts'
import { addPlaces } from '@mille/server/delivery/partitions/day-places.ts'
import { placesMs } from '@mille/server/delivery/partitions/owner.ts'
import {
  createTestAppender,
  makeDecided,
  viewable
} from '@mille/server/delivery/testing/counting.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import { familyMs } from '@mille/testing/processor.ts'
import { type Network, startNetwork } from '../faults/delivery-network.ts'
import { type Asked, takeVisitors } from './asked.ts'
import { measureLag, type Reported } from './counting-lag.ts'
import { getRequest, openLoad, postRequest } from './delivery-load.ts'
import { costOf, type Idle, type Measured, measure, measureIdle, noIdle, sum } from './measured.ts'
import { alternate, type Figure, median } from './rounds.ts'

/** What the ad reports about its visibility. */
const looks = { isVisible: true, pixels: 75_000, webdriver: false }
const askingConnections = 32
/**
 * Number of connections: a batch of views is written when a thousand are waiting, so this many are in progress at once.
 */
const connections = 1000
const perRound = 20_000
const rounds = 7
const lagRounds = 2
const idleSeconds = 5
const placesRounds = 20

/**
 * Measures views acknowledged by a node while a separate process counts them: the total cost, and how soon the views
 * are counted.
 */
export async function measureViews(asked: Asked): Promise<Figure[]> {
  const { network, node, bare, path, page } = asked
  const counter = await network.startServer({ ROLES: 'worker' })
  const asking = await openLoad(node.origin, askingConnections)
  const loads = {
    product: await openLoad(node.origin, connections),
    floor: await openLoad(bare.origin, connections)
  }
  const ofNode = { server: node.pid, counter: counter.pid, database: network.database.pids }
  let posts: string[] = []
  let tokens: string[] = []
  let reported = 0
  let idle = noIdle

  /**
   * Requests a decision for each of `perRound` visitors, each of whom has then looked at the ad long enough for a view.
   */
  async function decide(): Promise<void> {
    const visitors = takeVisitors(perRound)
    await asking.reopen()
    const decided = await asking.send(visitors.map(it => getRequest(path, it, page)))
    tokens = decided.map(({ body }) => (JSON.parse(body) as Filled).token)
    posts = visitors.map((visitor, index) => {
      const event = { token: tokens[index], kind: 'viewable', ...looks }
      return postRequest('/serve/view', visitor, page, JSON.stringify(event))
    })
    await sleep(viewableMs + 100)
  }

  async function report(): Promise<Measured> {
    await decide()
    reported += perRound
    const finish = () => countedAll(network, reported)
    const done = await measure(loads.product, posts, ofNode, { idle, finish })
    if (done.answers.some(({ status }) => status !== 204)) throw new Error('A view was refused')
    return done
  }

  async function reportAndFollow(): Promise<Reported> {
    const { answers } = await report()
    return { tokens, answers }
  }

  /**
   * Countries, devices and systems are written every half minute, so few rounds include it. This writes their rows
   * again, many times.
   */
  async function measurePlaces(): Promise<Places> {
    while (await arePlacesWaiting(network)) await sleep(1000)
    const { db, database } = network
    const figures = '0::bigint as served, viewable, billable, clicked'
    const { rows: places } = await network.pool.query<DayPlace>(`
      select 'campaign' as owner, 'place' as by, campaign_id as id, day, array[country, device] as keys, ${figures} from campaign_day_places
      union all
      select 'unit', 'place', unit_id, day, array[country, device], ${figures} from unit_day_places
      union all
      select 'campaign', 'system', campaign_id, day, array[system], ${figures} from campaign_day_systems
      union all
      select 'campaign', 'creative', campaign_id, day, array[creative_id::text], served, viewable, billable, clicked
      from campaign_day_creatives
      union all
      select 'unit', 'creative', unit_id, day, array[creative_id::text], served, viewable, billable, clicked
      from unit_day_creatives
      union all
      select 'unit', 'system', unit_id, day, array[system], ${figures} from unit_day_systems`)
    const [before, started] = [familyMs(database.pids()), performance.now()]
    for (let round = 0; round < placesRounds; round++)
      await db.transaction().execute(tx => addPlaces(tx, places))
    const anyway = (idle.database * (performance.now() - started)) / 1000
    const ms = (familyMs(database.pids()) - before - anyway) / placesRounds
    return { ms, rows: places.length }
  }

  const both = {
    product: report,
    floor: () => measure(loads.floor, posts, { server: bare.pid })
  }
  try {
    // Warm-up rounds, until the code of both servers is compiled.
    await alternate(2, both)
    idle = await measureIdle(ofNode, idleSeconds)
    const all = await alternate(rounds, both)
    const lag = await measureLag(network, lagRounds, reportAndFollow)
    const places = await measurePlaces()
    return [...figuresOf(all, places), ...idleFigures(idle), lag, await appendingAlone()]
  } finally {
    for (const load of [asking, ...Object.values(loads)]) load.close()
    await counter.dispose()
  }
}

/** Waits until all reported views are counted. Each view is the first of its visitor, so it is paid for. */
async function countedAll(network: Network, reported: number): Promise<void> {
  const until = performance.now() + 30_000
  for (;;) {
    const { count } = await network.db
      .selectFrom('delivery_counters')
      .select(({ fn }) => fn.sum<bigint | null>('count').as('count'))
      .where('kind', '=', 'billable')
      .executeTakeFirstOrThrow()
    if (Number(count) === reported) return
    if (performance.now() > until || Number(count) > reported)
      throw new Error(`${count} of ${reported} views were counted`)
    await sleep(250)
  }
}

async function arePlacesWaiting({ db }: Network): Promise<boolean> {
  const waiting = await db
    .selectFrom('counter_partitions')
    .select('partition')
    .whereRef('places_until', '<', 'position')
    .limit(1)
    .execute()
  return waiting.length > 0
}

function idleFigures({ database, counter }: Idle): Figure[] {
  return [
    { name: 'PostgreSQL while nothing is reported', value: database, unit: 'ms of a second' },
    { name: 'the process that counts then', value: counter, unit: 'ms of a second' }
  ]
}

/** Time that PostgreSQL needs to write countries and devices, in milliseconds, and the number of their rows. */
type Places = { ms: number; rows: number }

function figuresOf(
  { product, floor }: Record<'product' | 'floor', Measured[]>,
  places: Places
): Figure[] {
  const value = median(product.map(it => it.perSecond))
  const bare = median(floor.map(it => it.perSecond))
  const node = costOf(product, 'server')
  const above = node - costOf(floor, 'server')
  const ofPlaces = (places.ms * 1000) / (value * (placesMs / 1000))
  const database = costOf(product, 'database') + ofPlaces
  const parts = ['server', 'database', 'counter', 'generator'] as const
  return [
    {
      name: 'views acknowledged, durable, and counted beside',
      value,
      unit: '/s',
      floor: bare,
      ratio: value / bare,
      target: '≥ 20,000/s, ratio ≥ 0.5',
      holds: value >= 20_000 && value / bare >= 0.5
    },
    {
      name: 'processor time of a view in the node (floor: of a POST)',
      value: node,
      unit: 'µs',
      floor: costOf(floor, 'server'),
      ratio: node / costOf(floor, 'server')
    },
    {
      name: 'processor time of a view in the node above a POST',
      value: above,
      unit: 'µs',
      target: '≤ 20 µs',
      holds: above <= 20
    },
    {
      name: 'processor time of a view in PostgreSQL, counting included',
      value: database,
      unit: 'µs',
      target: '≤ 4 µs',
      holds: database <= 4
    },
    {
      name: `of this for ${places.rows} rows of countries, devices and systems, each 30 s`,
      value: ofPlaces,
      unit: 'µs'
    },
    {
      name: 'processor time of a view in the process that counts',
      value: costOf(product, 'counter'),
      unit: 'µs'
    },
    {
      name: 'processor time of a view in the load generator',
      value: costOf(product, 'generator'),
      unit: 'µs',
      floor: costOf(floor, 'generator')
    },
    {
      name: 'views that the processors have time for, nobody waiting',
      value: (cpus().length * 1e6) / sum(parts, part => costOf(product, part)),
      unit: '/s'
    }
  ]
}

/**
 * Measures the same views without HTTP: the throughput of batched appends in one process when all views wait at once.
 */
async function appendingAlone(): Promise<Figure> {
  const network = await startNetwork()
  const config = readConfig({ NODE_ENV: 'test', SECRET: systemRandomBytes(32).toString('hex') })
  const log = createLog({ logLevel: 'silent' })
  const { db, pool } = network
  const parts = { db, pool, now: systemClock, config, log, randomBytes: systemRandomBytes }
  const mailer = createMailer(config)
  const counting = createTestAppender({ ...parts, mailer, connection: network.connection })
  const count = () => counting.count(viewable(makeDecided({ issuedAtMs: Date.now() })))
  const started = performance.now()
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: perRound }, count))
  const seconds = (performance.now() - started) / 1000
  await counting.stop()
  await network.stop()
  return {
    name: 'views in the log in process, durable',
    value: (perRound * 5) / seconds,
    unit: '/s'
  }
}
