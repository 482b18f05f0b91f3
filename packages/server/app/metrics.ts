import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import project from '../../../package.json' with { type: 'json' }
import { readDisk } from '../admin/index.ts'
import type { Context } from '../context.ts'
import type { DeliveryFigures } from '../delivery/index.ts'
import { addNetworkMetrics } from './network-metrics.ts'

export type Metrics = {
  /** Called once for each answered request. */
  observe: (method: string, route: string, status: number, seconds: number) => void
  contentType: string
  /** Returns the names of all metrics, without reading any of them. */
  names: () => string[]
  /** Returns all metrics as Prometheus reads them. */
  write: () => Promise<string>
}

type Parts = {
  isDatabaseThere: () => Promise<boolean>
  /** For a process that serves ads: what it tells about itself. */
  figures?: (() => DeliveryFigures) | null | undefined
}

/**
 * Creates the metrics of one app. Those about the whole network, which need the database, are only in processes with the
 * role `web` or `worker`: there may be many nodes that serve ads, and each would ask for the same.
 */
export function createMetrics(context: Context, { isDatabaseThere, figures }: Parts): Metrics {
  const registry = new Registry()
  metricsOfProcess()
  addProcessMetrics(registry, context, isDatabaseThere)
  if (figures) addDeliveryMetrics(registry, figures)
  const { roles } = context.config
  if (roles.has('web') || roles.has('worker')) addNetworkMetrics(registry, context)
  return {
    observe: observeRequests(registry),
    contentType: registry.contentType,
    names: () =>
      [metricsOfProcess(), registry].flatMap(it => it.getMetricsAsArray().map(({ name }) => name)),
    write: async () => (await metricsOfProcess().metrics()) + (await registry.metrics())
  }
}

function observeRequests(registry: Registry): Metrics['observe'] {
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
  // The label combinations are few and stable, so their counters are cached: checking and joining labels each time
  // would make an ad decision 10 % slower.
  const counted = new Map<string, Counter.Internal>()
  const timed = new Map<string, Histogram.Internal<'route'>>()
  return (method, route, status, seconds) => {
    const key = `${method} ${route} ${status}`
    const count = counted.get(key) ?? requests.labels({ method, route, status })
    const time = timed.get(route) ?? durations.labels({ route })
    counted.set(key, count)
    timed.set(route, time)
    count.inc()
    time.observe(seconds)
  }
}

function addProcessMetrics(
  registry: Registry,
  context: Context,
  isDatabaseThere: Parts['isDatabaseThere']
): void {
  const registers = [registry]
  const { config, pool } = context
  new Gauge({
    name: 'mille_build_info',
    help: 'Always 1, with the version and the roles of the process',
    labelNames: ['version', 'roles'],
    registers
  }).set({ version: project.version, roles: [...config.roles].join(',') }, 1)
  new Gauge({
    name: 'mille_database_up',
    help: 'Whether the database responds: 1 or 0',
    registers,
    async collect() {
      this.set((await isDatabaseThere()) ? 1 : 0)
    }
  })
  new Gauge({
    name: 'mille_database_connections',
    help: 'Connections to the database that this process has open, by state: busy or idle',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    }
  })
  new Gauge({
    name: 'mille_database_waiting',
    help: 'Queries of this process that wait for a connection to the database',
    registers,
    collect() {
      this.set(pool.waitingCount)
    }
  })
  new Gauge({
    name: 'mille_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the clock of the database',
    registers,
    collect() {
      this.set((context.clockAheadMs?.() ?? 0) / 1000)
    }
  })
  new Gauge({
    name: 'mille_disk_bytes',
    help: 'Size of the disk of the data folder, by kind: total, or free for this process',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { total, free } = await readDisk(config.dataFolder)
      this.set({ kind: 'total' }, total)
      this.set({ kind: 'free' }, free)
    }
  })
}

function addDeliveryMetrics(registry: Registry, figures: () => DeliveryFigures): void {
  const registers = [registry]
  new Counter({
    name: 'mille_ad_requests_total',
    help: 'Requests for ads answered, by outcome: filled, or why there was no ad',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(figures().requests))
        this.inc({ outcome }, count)
    }
  })
  new Counter({
    name: 'mille_reports_total',
    help: 'Reports of browsers, by outcome: the kind that was recorded, rejected_ with the reason, deferred (sent again later) or failed',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(figures().reports)) this.inc({ outcome }, count)
    }
  })
  new Gauge({
    name: 'mille_reports_waiting',
    help: 'Reports that wait to be appended to the event log',
    registers,
    collect() {
      this.set(figures().waiting)
    }
  })
  new Gauge({
    name: 'mille_ads_stale_seconds',
    help: 'How long the ads in memory could not be brought up to date; 0 while they can',
    registers,
    collect() {
      this.set(figures().staleMs / 1000)
    }
  })
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
