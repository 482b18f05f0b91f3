import { setTimeout as sleep } from 'node:timers/promises'
import { familyMs, processorMs } from '@mille/testing/processor.ts'
import type { Answer, Load } from './delivery-load.ts'
import { median, percentile } from './rounds.ts'

/** Who takes part in answering requests; the load generator is this process. */
export type Part = 'server' | 'database' | 'counter' | 'generator'
/** Processes of those who take part, whose processor time is read. */
export type Processes = {
  server: number
  /** PostgreSQL's first, then those it has started. */
  database?: () => number[]
  counter?: number
}
/** Milliseconds of processor time that each takes per second without any requests. */
export type Idle = Record<'server' | 'database' | 'counter', number>
export const noIdle: Idle = { server: 0, database: 0, counter: 0 }

type MeasureOptions = { idle?: Idle; finish?: () => Promise<void> }

export type Measured = {
  perSecond: number
  p99: number
  /** Microseconds of processor time that one request costs each. */
  costs: Record<Part, number>
  answers: Answer[]
}

/** What looks for work all the time takes its part of every second, however much there is to do in it. */
export async function measureIdle(processes: Processes, seconds: number): Promise<Idle> {
  const before = readCosts(processes)
  await sleep(seconds * 1000)
  const after = readCosts(processes)
  const each = (part: keyof Idle) => (after[part] - before[part]) / seconds
  return { server: each('server'), database: each('database'), counter: each('counter') }
}

/**
 * Sends the requests over all connections of a load, and measures what each of them costs. `finish` is what belongs to it and
 * comes after the last answer: its time is not counted, and the processor time is, without what is taken anyway.
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

/** The middle of what one part took for a request. */
export function costOf(measured: readonly Measured[], part: Part): number {
  return median(measured.map(it => it.costs[part]))
}

export function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
