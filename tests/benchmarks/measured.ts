import { setTimeout as sleep } from 'node:timers/promises'
import { familyMs, processorMs } from '@mille/testing/processor.ts'
import type { Answer, Load } from './delivery-load.ts'
import { median, percentile } from './rounds.ts'

/** The processes that take part in answering requests; the load generator is this process. */
export type Part = 'server' | 'database' | 'counter' | 'generator'
/** Process IDs of the parts whose processor time is read. */
export type Processes = {
  server: number
  /** PostgreSQL's main process first, then the processes that it has started. */
  database?: () => number[]
  counter?: number
}
/** Processor time that each part takes per second without any requests, in milliseconds. */
export type Idle = Record<'server' | 'database' | 'counter', number>
export const noIdle: Idle = { server: 0, database: 0, counter: 0 }

type MeasureOptions = { idle?: Idle; finish?: () => Promise<void> }

export type Measured = {
  perSecond: number
  p99: number
  /** Processor time that one request costs each part, in microseconds. */
  costs: Record<Part, number>
  answers: Answer[]
}

/** Measures the processor time of idle processes per second: polling for work costs this much under any load. */
export async function measureIdle(processes: Processes, seconds: number): Promise<Idle> {
  const before = readCosts(processes)
  await sleep(seconds * 1000)
  const after = readCosts(processes)
  const each = (part: keyof Idle) => (after[part] - before[part]) / seconds
  return { server: each('server'), database: each('database'), counter: each('counter') }
}

/**
 * Sends the requests over all connections of a load, and measures what each request costs. `finish` is work that
 * follows the last answer: its elapsed time is not counted, but its processor time is, minus the idle cost.
 */
export async function measure(
  load: Load,
  requests: readonly string[],
  processes: Processes,
  { idle = noIdle, finish = async () => {} }: MeasureOptions = {}
): Promise<Measured> {
  await load.reopen()
  const before = readCosts(processes)
  const started = performance.now()
  const answers = await load.send(requests)
  const ms = performance.now() - started
  const generator = readCosts(processes).generator
  await finish()
  const after = { ...readCosts(processes), generator }
  const seconds = (performance.now() - started) / 1000
  const each = (part: Part) => {
    const anyway = part === 'generator' ? 0 : idle[part] * seconds
    return ((after[part] - before[part] - anyway) * 1000) / requests.length
  }
  return {
    perSecond: (requests.length * 1000) / ms,
    p99: percentile(
      answers.map(it => it.ms),
      0.99
    ),
    costs: {
      server: each('server'),
      database: each('database'),
      counter: each('counter'),
      generator: each('generator')
    },
    answers
  }
}

function readCosts({ server, database, counter }: Processes): Record<Part, number> {
  const { user, system } = process.cpuUsage()
  return {
    server: processorMs(server),
    database: database ? familyMs(database()) : 0,
    counter: counter === undefined ? 0 : processorMs(counter),
    generator: (user + system) / 1000
  }
}

/** Returns the median processor time that one part took per request, in microseconds. */
export function costOf(measured: readonly Measured[], part: Part): number {
  return median(measured.map(it => it.costs[part]))
}

export function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
