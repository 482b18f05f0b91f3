import { dayMs } from '@mille/api/durations.ts'
import { systemClock } from '@mille/server/context.ts'
import { readBusiestVisitors } from '@mille/server/delivery/invalid-traffic/invalid-traffic-queries.ts'
import { readLooks } from '@mille/server/delivery/scoring/looks.ts'
import type { Network } from '../faults/delivery-network.ts'
import { units } from './counter-storm.ts'
import type { Figure } from './rounds.ts'

const sampleMs = 20

/**
 * Measures the two tasks that read a whole day of the log: hourly scoring, and the operator's page of invalid traffic.
 */
export async function measureDayReaders({ db, pool }: Network): Promise<Figure[]> {
  const context = { db, pool, config: { eventLogUrl: null } }
  const until = systemClock()
  const span = { from: new Date(until.getTime() - dayMs), until }
  const all = new Map(Array.from({ length: units }, (_, index) => [index + 1, span.from]))
  const scoring = await costOf(() => readLooks(context, until, all))
  const page = await costOf(() => readBusiestVisitors(context, span))
  return [
    { name: 'scoring of that day, processor time', value: scoring.seconds, unit: 's' },
    { name: 'scoring of that day, memory', value: scoring.megabytes, unit: 'MB' },
    { name: 'busiest visitors of that day, processor time', value: page.seconds, unit: 's' },
    { name: 'busiest visitors of that day, memory', value: page.megabytes, unit: 'MB' }
  ]
}

/** Measures the processor time of this thread, and the peak memory above what was in use before. */
async function costOf(work: () => Promise<unknown>) {
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const start = used()
  let most = start
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, sampleMs)
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  clearInterval(timer)
  return { seconds: (user + system) / 1e6, megabytes: (most - start) / 1e6 }
}
