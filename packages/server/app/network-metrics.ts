import { Gauge, type Registry } from 'prom-client'
import { readHealth, severities } from '../admin/index.ts'
import type { Context } from '../context.ts'
import { readCountingLag, readMissingCopies } from '../delivery/index.ts'
import { keptFor } from '../http/answers/kept-for.ts'
import { type NetworkFigures, readNetworkFigures } from './network-figures.ts'
import { newestFileAt } from './newest-file.ts'

/** Minimum interval between two readings in milliseconds, however many programs read the metrics. */
const readEveryMs = 2000
/** Milliseconds that a reading may take. Prometheus waits ten seconds for all metrics together. */
const patienceMs = 5000

/** Adds metrics about the whole network. While the database is away, they have no value, or NaN. */
export function addNetworkMetrics(registry: Registry, context: Context): void {
  addLogMetrics(registry, context)
  addBackupMetric(registry, context)
  const read = readingOf(context, 'the figures of the network', () => readNetworkFigures(context))
  addWorkMetrics(registry, read)
  addMoneyMetrics(registry, read)
  // The health checks wait for an event log that is away, which must not make the other figures late.
  const readChecks = readingOf(context, 'the health checks', async () => {
    const figures = await read()
    return figures && readHealth(context, figures.known)
  })
  addLabeled(registry, readChecks, {
    name: 'mille_health_state',
    help: 'The lines of /admin/health: 0 is green, 1 a warning, 2 an alarm',
    label: 'check',
    valuesOf: checks => checks.map(it => [it.name, severities[it.state]])
  })
  addLabeled(registry, read, {
    name: 'mille_queue_waiting',
    help: 'What waits for a decision of an operator, by queue',
    label: 'queue',
    valuesOf: ({ queues }) => queues.map(it => [it.name, it.waiting])
  })
  addLabeled(registry, read, {
    name: 'mille_queue_oldest_seconds',
    help: 'How long the oldest entry of a queue has waited for an operator',
    label: 'queue',
    valuesOf: ({ queues }) => queues.map(it => [it.name, it.oldestSeconds])
  })
  addLabeled(registry, read, {
    name: 'mille_chain_up',
    help: 'Whether the node of a blockchain responds: 1 or 0',
    label: 'chain',
    valuesOf: ({ chains }) => chains.map(it => [it.chain, it.isUp ? 1 : 0])
  })
  addLabeled(registry, read, {
    name: 'mille_chain_unread_blocks',
    help: 'Blocks that the node has and the network has not read; below 0 if the node lacks blocks that were read',
    label: 'chain',
    valuesOf: ({ chains }) => chains.map(it => [it.chain, it.unreadBlocks])
  })
  addLabeled(registry, read, {
    name: 'mille_chain_read_seconds',
    help: 'How long ago the network read the blockchain',
    label: 'chain',
    valuesOf: ({ chains }) => chains.map(it => [it.chain, it.readSeconds])
  })
  addLightningMetrics(registry, read)
}

/** Without Lightning, these metrics have no value. */
function addLightningMetrics(registry: Registry, read: Read): void {
  addLabeled(registry, read, {
    name: 'mille_lightning_failures',
    help: 'How often each part of the work around the Lightning node has failed since the node started',
    label: 'part',
    valuesOf: ({ lightning }) => Object.entries(lightning?.failures ?? {})
  })
  addLabeled(registry, read, {
    name: 'mille_lightning_channels',
    help: 'Lightning channels by state; those that are gone are open, and have not been connected for ten minutes',
    label: 'state',
    valuesOf: ({ lightning }) =>
      (['open', 'pending', 'closing', 'gone'] as const).map(state => [
        state,
        lightning?.liquidity[state] ?? null
      ])
  })
  addLabeled(registry, read, {
    name: 'mille_lightning_satoshis',
    help: 'Amounts of the Lightning channels: what they can send and receive, in one payment too, what is in flight, what waiting withdrawals need, the maximum deposit, and the routing fees of a day',
    label: 'kind',
    valuesOf: ({ lightning }) => (lightning ? amountsOf(lightning) : [])
  })
  const add = adderOf(registry, read)
  add(
    'mille_lightning_up',
    'Whether the Lightning node runs: 1 or 0',
    it => it.lightning && Number(it.lightning.isUp)
  )
  add(
    'mille_lightning_state_seconds',
    'Age of the state of the Lightning channels',
    it => it.lightning?.stateSeconds ?? null
  )
  add(
    'mille_lightning_in_flight',
    'Payments in flight in Lightning channels',
    it => it.lightning?.liquidity.inFlight ?? null
  )
}

function amountsOf({
  liquidity: it,
  maximumDeposit
}: NonNullable<NetworkFigures['lightning']>): [string, number | null][] {
  return [
    ['can_send', Number(it.canSend)],
    ['can_receive', Number(it.canReceive)],
    ['largest_sent', Number(it.largestSent)],
    ['largest_received', Number(it.largestReceived)],
    ['outgoing', Number(it.outgoing)],
    ['incoming', Number(it.incoming)],
    ['waiting', Number(it.waiting)],
    ['maximum_deposit', maximumDeposit === null ? null : Number(maximumDeposit)],
    ['fees_of_day', Number(it.feesOfDay)]
  ]
}

type Read = () => Promise<NetworkFigures | null>

type Add = (name: string, help: string, pick: (it: NetworkFigures) => number | null) => void

function adderOf(registry: Registry, read: Read): Add {
  return (name, help, pick) =>
    addValue(registry, name, help, async () => {
      const figures = await read()
      return figures && pick(figures)
    })
}

function addWorkMetrics(registry: Registry, read: Read): void {
  const add = adderOf(registry, read)
  add(
    'mille_partitions_unowned',
    'Partitions of the event log that no process counts',
    it => it.unownedPartitions
  )
  add(
    'mille_heartbeat_seconds',
    'Time since a process with the role delivery last reported, which each does once a minute',
    it => it.heartbeatSeconds
  )
  add('mille_jobs_waiting', 'Jobs that are due and wait', it => Number(it.jobs.waiting))
  add('mille_jobs_late_seconds', 'How long the oldest due job waits', it => it.jobs.lateMs / 1000)
  add('mille_jobs_failed', 'Jobs that failed at their last attempt', it => Number(it.jobs.failing))
  add('mille_mail_waiting', 'Emails that wait to be sent', it => Number(it.mail.waiting))
  add('mille_mail_oldest_seconds', 'Age of the oldest unsent email', it => it.mail.oldestSeconds)
  add('mille_mail_failed', 'Emails given up within a day', it => Number(it.mail.lost))
}

function addMoneyMetrics(registry: Registry, read: Read): void {
  const add = adderOf(registry, read)
  add(
    'mille_settlement_late_seconds',
    'How late the settlement of the last settlement period is',
    it => it.settlementLateSeconds
  )
  add(
    'mille_public_log_late_seconds',
    'How long charges have been missing from the public log',
    it => it.publicLogLateSeconds
  )
  add('mille_seal_seconds', 'Time since the books were last sealed', it => it.sealSeconds)
}

function addLogMetrics(registry: Registry, context: Context): void {
  const lag = readingOf(context, 'how far counting is behind', () => countingLagSeconds(context))
  addValue(
    registry,
    'mille_counting_lag_seconds',
    'Age of the oldest report that is not counted yet',
    lag
  )
  if (context.config.eventLogUrl === null) return
  const missing = readingOf(
    context,
    'how many copies the event log has',
    async () => (await readMissingCopies(context))?.copies ?? 0
  )
  addValue(
    registry,
    'mille_event_log_replicas_missing',
    'Copies of the event log that are away or far behind',
    missing
  )
}

function addBackupMetric(registry: Registry, { config }: Context): void {
  const { backupFolder } = config
  if (backupFolder === null) return
  addValue(
    registry,
    'mille_backup_seconds',
    'Age of the newest file in BACKUP_DIR; infinite if there is none',
    async () => {
      const newest = await newestFileAt(backupFolder)
      // The files have the time of this machine, not that of the database.
      return newest === null ? Number.POSITIVE_INFINITY : (Date.now() - newest.getTime()) / 1000
    }
  )
}

/** Adds a metric that is NaN, which Prometheus accepts, while it has no value. */
function addValue(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | null>
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set((await read()) ?? Number.NaN)
    }
  })
}

type Labeled<Value> = {
  name: string
  help: string
  label: string
  valuesOf: (value: Value) => (readonly [string, number | null])[]
}

/** Adds a metric with a value for each label; while it cannot be read, it has none. */
function addLabeled<Value>(
  registry: Registry,
  read: () => Promise<Value | null>,
  { name, help, label, valuesOf }: Labeled<Value>
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      const found = await read()
      for (const [value, number] of found === null ? [] : valuesOf(found))
        if (number !== null) this.set({ [label]: value }, number)
    }
  })
}

/**
 * Returns a function that reads a value for the metrics; null if it fails or takes too long. An outage is logged once.
 */
function readingOf<Value>(
  { log }: Context,
  what: string,
  make: () => Promise<Value>
): () => Promise<Value | null> {
  const read = keptFor(readEveryMs, () => inTime(make()))
  let isFailing = false
  return async () => {
    try {
      const value = await read(new Date())
      isFailing = false
      return value
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, `${what} could not be read for the metrics`)
      isFailing = true
      return null
    }
  }
}

async function inTime<Value>(value: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('this took too long')), patienceMs)
  try {
    return await Promise.race([value, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function countingLagSeconds(context: Context): Promise<number> {
  const { since } = await readCountingLag(context)
  return since === null ? 0 : Math.max(0, context.now().getTime() - since.getTime()) / 1000
}
