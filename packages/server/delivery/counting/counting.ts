import type { Context } from '../../context.ts'
import { type Counted, type CountedEvent, type RejectedReason, Tallies } from './rules.ts'
import type { CountedView } from './views.ts'
import { writeBatch } from './write-batch.ts'

/** Events written in one transaction at most, and how long the first of them waits for company. */
const batchSize = 1000
const gatherMs = 10
const longestQueue = 50_000
const flushMs = 1000

/** The event is not counted, or nobody knows whether it is. Sending it again is safe: a copy counts nothing. */
export class CountingUnavailable extends Error {
  override name = 'CountingUnavailable'
}

export type Counting = {
  /** Resolves once the event is committed, whatever became of it; rejects with CountingUnavailable. */
  count: (event: CountedEvent) => Promise<void>
  /** Adds a decision to the counters with one of the next batches. A crash may lose a second of these. */
  addServed: (where: Counted) => void
  /** The same for a unit that was asked for where it may not be shown. */
  addRefused: (unit: number, reason: RejectedReason) => void
  /** Resolves when all that came before is committed. */
  flush: () => Promise<void>
  /** Takes nothing more and writes what it has. */
  stop: () => Promise<void>
}

type Options = { patienceMs?: number; onCounted?: (counted: CountedView[]) => void }
type Waiting = { event: CountedEvent | null; resolve: () => void; reject: (error: Error) => void }

/**
 * Group commit: one transaction for as many events as come while the one before is under way. What is not written
 * within `patienceMs` is refused: whoever sent it may ask another process, or later. `hear` is told of the views that
 * were committed.
 */
export function createCounting(
  context: Pick<Context, 'db' | 'now' | 'clockOffsetMs' | 'config' | 'log'>,
  { patienceMs = 5000, onCounted = () => {} }: Options = {}
): Counting {
  const { settlementWindowSeconds } = context.config
  const clock = { ...context, settlementWindowSeconds }
  const waiting: Waiting[] = []
  let served = new Tallies()
  let isWriting = false
  let isStalled = false
  let isFailing = false
  let isStopped = false
  let whenFull: (() => void) | null = null

  const timer = setInterval(() => {
    // A failure is logged and the sums are kept for the next time.
    if (!served.isEmpty) flush().catch(() => {})
  }, flushMs)
  timer.unref()

  function enqueue(event: CountedEvent | null): Promise<void> {
    if (isStalled || waiting.length >= longestQueue)
      return Promise.reject(new CountingUnavailable())
    return new Promise((resolve, reject) => {
      waiting.push({ event, resolve, reject })
      if (waiting.length >= batchSize) whenFull?.()
      if (!isWriting) void write()
    })
  }

  const flush = () => enqueue(null)

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      if (waiting.length < batchSize) await gather()
      await commit(waiting.splice(0, batchSize))
    }
    isWriting = false
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

  async function commit(batch: Waiting[]): Promise<void> {
    const events = batch.flatMap(it => (it.event ? [it.event] : []))
    const taken = served
    served = new Tallies()
    const deadline = setTimeout(() => giveUp(batch), patienceMs)
    let isWritten = false
    try {
      const sums = new Tallies()
      sums.addAll(taken)
      const counted = await context.db.transaction().execute(async tx => {
        const written = await writeBatch(tx, events, sums, clock)
        isWritten = true
        return written
      })
      onCounted(counted)
      for (const it of batch) it.resolve()
      if (isFailing) context.log.info('events are counted again')
      isFailing = false
    } catch (error) {
      // When only the word of the commit is missing, what was served may be counted: better lost than there twice.
      if (!isWritten) served.addAll(taken)
      for (const it of batch) it.reject(new CountingUnavailable())
      if (!isFailing) context.log.error({ err: error }, 'events are not counted')
      isFailing = true
    } finally {
      clearTimeout(deadline)
      isStalled = false
    }
  }

  /** The database neither answers nor fails: nobody is left waiting for it, and nobody joins until it does. */
  function giveUp(batch: Waiting[]): void {
    isStalled = true
    for (const it of [...batch, ...waiting.splice(0)]) it.reject(new CountingUnavailable())
  }

  return {
    count: event => (isStopped ? Promise.reject(new CountingUnavailable()) : enqueue(event)),
    addServed: where => served.add(where, 'served'),
    addRefused: (unit, reason) => served.reject({ unit, campaign: 0, banner: 0 }, reason),
    flush,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await flush()
    }
  }
}
