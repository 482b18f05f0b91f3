import type { Context } from '../../context.ts'
import { createClockGuard } from '../../db/clock-guard.ts'
import type { EventLog } from '../event-log/event-log.ts'
import type { NameKeyOf } from '../event-log/name-mask.ts'
import type { RejectedReason } from '../what-counts.ts'
import { createNodeSums } from './node-sums.ts'
import { type AppendedView, type Report, writeReports } from './write-reports.ts'

/** Maximum number of reports per append, and milliseconds that the first report waits for more. */
const batchSize = 1000
const gatherMs = 10
const longestQueue = 50_000
const flushMs = 1000

/**
 * Thrown if it is unknown whether a report is in the log. Sending it again is safe, because duplicates count nothing.
 */
export class ReportsUnavailable extends Error {
  override name = 'ReportsUnavailable'
}

/**
 * Called with null once a report is in the log, whether or not it counts; otherwise with ReportsUnavailable or the
 * error of a bug.
 */
export type Appended = (failure: Error | null) => void

export type Appender = {
  /**
   * Appends a report. It takes a callback, because a promise for each of ten thousand reports a second would cost as
   * much as checking a signature.
   */
  append: (report: Report, done: Appended) => void
  /**
   * Counts an ad request for a unit on a page where it may not be shown. The sums are appended every second; a crash
   * may lose one second of them.
   */
  addRefused: (unit: number, reason: RejectedReason) => void
  /** Returns how many reports wait to be appended. */
  waiting: () => number
  /** Resolves when everything passed in before is in the log. */
  flush: () => Promise<void>
  /** Accepts nothing more and appends what is queued. */
  stop: () => Promise<void>
}

type Parts = Pick<Context, 'db' | 'now' | 'clockOffsetMs' | 'log' | 'randomBytes'> & {
  events: EventLog
  nameKeyOf: NameKeyOf
}
type Options = {
  patienceMs?: number
  /** Called with the views that are now in the log. */
  onAppended?: (views: AppendedView[]) => void
}
type Waiting = { report: Report | null; done: Appended }
const answered: Appended = () => {}

/**
 * Gathers reports for a few milliseconds and appends them in one call while the next ones are gathered. A report not
 * appended within `patienceMs` is refused, so its sender may try another process or retry later. After a failure, one
 * report at a time tests whether the log works, and all others are refused at once: thousands of open requests would
 * use up the sockets that ads need.
 */
export function createAppender(
  parts: Parts,
  { patienceMs = 5000, onAppended = () => {} }: Options = {}
): Appender {
  const { events, now, log } = parts
  const node = parts.randomBytes(6).readUIntBE(0, 6)
  const sums = createNodeSums(node)
  const checkClock = createClockGuard(parts)
  const waiting: Waiting[] = []
  let isAppending = false
  let isStalled = false
  let isFailing = false
  let isStopped = false
  let whenFull: (() => void) | null = null

  const timer = setInterval(() => {
    // A failed flush is logged, and the sums are kept for the next one.
    if (!sums.isEmpty) flush().catch(() => {})
  }, flushMs)
  timer.unref()

  function enqueue(report: Report | null, done: Appended): void {
    const isProbed = isFailing && isAppending && report !== null
    if (isStalled || isProbed || waiting.length >= longestQueue) {
      done(new ReportsUnavailable())
      return
    }
    waiting.push({ report, done })
    if (waiting.length >= batchSize) whenFull?.()
    if (!isAppending) void appendAll()
  }

  function flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      enqueue(null, failure => (failure ? reject(failure) : resolve()))
    })
  }

  async function appendAll(): Promise<void> {
    isAppending = true
    while (waiting.length > 0) {
      if (waiting.length < batchSize) await gather()
      await appendOnce(waiting.splice(0, batchSize))
    }
    isAppending = false
  }

  function gather(): Promise<void> {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timeout)
        whenFull = null
        resolve()
      }
      const timeout = setTimeout(done, gatherMs)
      whenFull = done
    })
  }

  async function appendOnce(batch: Waiting[]): Promise<void> {
    const deadline = setTimeout(() => giveUp(batch), patienceMs)
    try {
      const at = now()
      const reports: Report[] = []
      for (const { report } of batch) if (report) reports.push(report)
      const written = writeReports(reports, { sums, ...parts })
      const own = node % events.partitions
      // All sums of a node go to one partition, so that they stay in order.
      const bodies = sums.take(at.getTime()).map(body => ({ partition: own, body }))
      await checkClock()
      const positions = await events.append([...written.bodies, ...bodies], at)
      sums.end(true)
      for (const it of batch) answer(it, (it.report && written.refused.get(it.report)) ?? null)
      onAppended(written.viewsAt(positions))
      if (isFailing) log.info('reports are accepted again')
      isFailing = false
    } catch (error) {
      sums.end(false)
      for (const it of [...batch, ...waiting.splice(0)]) answer(it, new ReportsUnavailable())
      if (!isFailing) log.error({ err: error }, 'reports are refused')
      isFailing = true
    } finally {
      clearTimeout(deadline)
      isStalled = false
    }
  }

  /**
   * Handles a store that neither answers nor fails: refuses all queued reports, and accepts nothing until it answers.
   */
  function giveUp(batch: readonly Waiting[]): void {
    isStalled = true
    for (const it of [...batch, ...waiting.splice(0)]) answer(it, new ReportsUnavailable())
  }

  /** Calls back only once: a report that was given up may turn out to be in the log. */
  function answer(it: Waiting, failure: Error | null): void {
    const { done } = it
    it.done = answered
    try {
      done(failure)
    } catch (error) {
      log.error({ err: error }, 'a report could not be answered')
    }
  }

  return {
    append(report, done) {
      if (isStopped) done(new ReportsUnavailable())
      else enqueue(report, done)
    },
    addRefused: sums.addRefused,
    waiting: () => waiting.length,
    flush,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await flush()
    }
  }
}
