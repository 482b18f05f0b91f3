import type { Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { readCountingLag, readMissingCopies } from '../delivery/index.ts'
import { keptFor } from '../http/answers/kept-for.ts'
import { remoteAddress } from '../http/callers/client-address.ts'

export type Health = {
  /** Called once for each answered request. */
  observe: (method: string, route: string, status: number, seconds: number) => void
}

export type Readiness = {
  /** Whether the process has started and is not stopping. */
  isReady: () => boolean
  /** For a process that serves ads: whether it can. It continues for ten minutes without a database. */
  servesAds?: (() => boolean) | null
  /** For a process that serves ads: the number of answered ad requests, by outcome. */
  requestOutcomes?: (() => Readonly<Record<string, number>>) | null
}

/** The query that checks whether the database responds. */
const ping = { text: 'select 1', query_timeout: 2000 }
/** Minimum interval between two database checks in milliseconds, however many requests arrive. */
const pingEveryMs = 1000

/**
 * Adds `/healthz` (the process responds), `/readyz` (the process can do its work), and `/metrics` (Prometheus text, for
 * this machine only).
 */
export function healthRoutes(
  app: Hono,
  context: Context,
  { isReady, servesAds, requestOutcomes }: Readiness
): Health {
  const registry = new Registry()
  metricsOfProcess()
  const requests = new Counter({
    name: 'mille_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry]
  })
  const durations = new Histogram({
    name: 'mille_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry]
  })

  addGauges(registry, context)
  if (requestOutcomes) addOutcomes(registry, requestOutcomes)

  const isDatabaseThere = keptFor(pingEveryMs, () =>
    context.pool.query(ping).then(
      () => true,
      () => false
    )
  )

  app.get('/healthz', c => c.text('ok\n'))
  app.get('/readyz', async c => {
    if (!isReady()) return c.text('starting or stopping\n', 503)
    if (servesAds) return servesAds() ? c.text('ready\n') : c.text('no ads to choose from\n', 503)
    if (await isDatabaseThere(new Date())) return c.text('ready\n')
    return c.text('the database does not respond\n', 503)
  })
  app.get('/metrics', async c => {
    const direct = c.req.header('x-forwarded-for') === undefined
    if (!direct || !/^(127\.|::1$|::ffff:127\.)/.test(remoteAddress(c) ?? '')) return c.notFound()
    return c.text(await textOf(registry), 200, { 'Content-Type': registry.contentType })
  })

  // The label combinations are few and stable, so their counters are cached: checking and joining labels each time
  // would make an ad decision 10 % slower.
  const counted = new Map<string, Counter.Internal>()
  const timed = new Map<string, Histogram.Internal<'route'>>()

  return {
    observe(method, route, status, seconds) {
      const key = `${method} ${route} ${status}`
      const count = counted.get(key) ?? requests.labels({ method, route, status })
      const time = timed.get(route) ?? durations.labels({ route })
      counted.set(key, count)
      timed.set(route, time)
      count.inc()
      time.observe(seconds)
    }
  }
}

function addGauges(registry: Registry, context: Context): void {
  new Gauge({
    name: 'mille_counting_lag_seconds',
    help: 'Age of the oldest report that is not counted yet',
    registers: [registry],
    async collect() {
      const failed = 'how far counting is behind could not be read'
      this.set(await orNaN(context, failed, () => countingLagSeconds(context)))
    }
  })

  new Gauge({
    name: 'mille_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the clock of the database',
    registers: [registry],
    collect() {
      this.set((context.clockAheadMs?.() ?? 0) / 1000)
    }
  })
  if (context.config.eventLogUrl === null) return
  new Gauge({
    name: 'mille_event_log_replicas_missing',
    help: 'Copies of the event log that are away or far behind',
    registers: [registry],
    async collect() {
      const failed = 'how many copies the event log has could not be read'
      const missing = async () => (await readMissingCopies(context))?.copies ?? 0
      this.set(await orNaN(context, failed, missing))
    }
  })
}

function addOutcomes(registry: Registry, read: NonNullable<Readiness['requestOutcomes']>): void {
  new Counter({
    name: 'mille_ad_requests_total',
    help: 'Requests for ads answered, by outcome: filled, or why there was no ad',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(read())) this.inc({ outcome }, count)
    }
  })
}

/** Returns NaN, which Prometheus accepts, while the event log cannot be reached. */
async function orNaN(
  { log }: Context,
  failed: string,
  read: () => Promise<number>
): Promise<number> {
  try {
    return await read()
  } catch (error) {
    log.warn({ err: error }, failed)
    return Number.NaN
  }
}

async function countingLagSeconds(context: Context): Promise<number> {
  const { since } = await readCountingLag(context)
  return since === null ? 0 : Math.max(0, context.now().getTime() - since.getTime()) / 1000
}

async function textOf(registry: Registry): Promise<string> {
  return (await metricsOfProcess().metrics()) + (await registry.metrics())
}

let ofProcess: Registry | null = null

/**
 * Returns the metrics of the process, which are shared by all apps in it. Separate ones would each watch the event loop
 * (a hundred times a second) and the garbage collector, and could not be stopped.
 */
function metricsOfProcess(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}
