import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { formatUuid } from '../visitors/token.ts'
import { hurryMs, isAnybodyCounting, renewMs } from './leases.ts'
import { Owner } from './owner.ts'
import { createRounds } from './rounds.ts'

/** Interval at which the log is checked, and pause after an error, in milliseconds. */
const lookMs = 200
const retryMs = 1000

export type Counting = {
  start: () => void
  /** Takes the available partitions, counts everything they have now, and commits it. Used instead of `start`. */
  catchUp: () => Promise<void>
  /** Commits what is counted and releases the partitions. */
  stop: () => Promise<void>
}

type Parts = Pick<
  Context,
  'db' | 'pool' | 'config' | 'now' | 'clockOffsetMs' | 'log' | 'randomBytes'
>

/**
 * Counts the event log. Any number of processes may do so: each partition has one owner, and only the owner can commit
 * its counts, even if a process that was suspended still believes it is the owner. Counts that an owner did not commit
 * before it died are counted again by the next owner.
 */
export function createCounting(context: Parts): Counting {
  const { log } = context
  const events = openEventLog(context)
  const process = formatUuid(context.randomBytes(16))
  const owner = new Owner({ ...context, events, process })
  const rounds = createRounds({ ...context, events, owner })
  const logOnce = createOnce(log)
  let isStopping = false
  let running = Promise.resolve()
  let renewing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    while (!isStopping) {
      const { isMore, failure } = await rounds.take()
      logOnce('the event log is not counted as it should be', failure)
      if (failure !== undefined) await sleep(retryMs)
      else if (!isMore) await sleep(lookMs)
    }
  }

  async function renewAlways(): Promise<void> {
    let isAnyLate = false
    try {
      isAnyLate = await owner.renew()
      logOnce('partitions of the event log are not renewed', undefined)
    } catch (error) {
      logOnce('partitions of the event log are not renewed', error)
    }
    if (isStopping) return
    timer = setTimeout(
      () => {
        renewing = renewAlways()
      },
      isAnyLate ? hurryMs : renewMs
    )
    timer.unref()
  }

  return {
    start() {
      renewing = renewAlways()
      running = run()
    },
    catchUp: rounds.takeAll,
    async stop() {
      isStopping = true
      await renewing
      clearTimeout(timer)
      await running
      try {
        await owner.commit(true)
        await owner.leave()
      } finally {
        await events.close()
      }
    }
  }
}

/** Creates a function that logs a failure once when it begins, and once when it ends. */
function createOnce(log: Context['log']): (what: string, failure: unknown) => void {
  const failing = new Set<string>()
  return (what, failure) => {
    if (failure === undefined) {
      if (failing.delete(what)) log.info(`over: ${what}`)
    } else if (!failing.has(what)) {
      failing.add(what)
      log.error({ err: failure }, what)
    }
  }
}

/** Counts the log once, unless a counting process is running. For commands that run next to servers or alone. */
export async function countIfNobodyDoes(context: Parts): Promise<void> {
  if (await isAnybodyCounting(context.db)) return
  const counting = createCounting(context)
  await counting.catchUp()
  await counting.stop()
}
