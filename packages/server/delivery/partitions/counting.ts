import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { formatUuid } from '../visitors/token.ts'
import { hurryMs, isAnybodyCounting, renewMs } from './leases.ts'
import { Owner } from './owner.ts'
import { createRounds } from './rounds.ts'

/** How often the log is looked at, and how long after something went wrong. */
const lookMs = 200
const retryMs = 1000

export type Counting = {
  start: () => void
  /** Takes what it can have of the partitions, counts all that they have now, and commits it. In place of `start`. */
  catchUp: () => Promise<void>
  /** Commits what is counted and gives the partitions to others. */
  stop: () => Promise<void>
}

type Parts = Pick<
  Context,
  'db' | 'pool' | 'config' | 'now' | 'clockOffsetMs' | 'log' | 'randomBytes'
>

/**
 * Counts the event log. Any number of processes may: each partition has one owner, who alone can commit what is counted of
 * it, however long another one has slept that believes to be the owner. What is counted in memory alone is counted
 * again by the next owner if this one dies.
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

/** Logs a failure when it begins, and not for as long as it lasts. */
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

/** For a command that runs beside servers or alone: counts the log once, unless a process that counts is alive. */
export async function countIfNobodyDoes(context: Parts): Promise<void> {
  if (await isAnybodyCounting(context.db)) return
  const counting = createCounting(context)
  await counting.catchUp()
  await counting.stop()
}
