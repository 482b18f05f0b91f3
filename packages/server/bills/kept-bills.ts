import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { createRoom } from '../http/overload/room.ts'
import { inThread, threadScript } from '../threads/in-thread.ts'
import { createThreadPool, type Unfinished } from '../threads/thread-pool.ts'
import { keptMs, removeOldBills } from './bill-folder.ts'
import { type BillTask, makeBill, type Unmade } from './make-bill.ts'
import type { BillPlan, BillRequest } from './plan-bill.ts'

/** One bill is created at a time, and others wait: docs/decisions/204-a-bill-is-verified-by-other-programs.md. */
const mostWaiting = 8
const mostOfAccount = 2
const deadlineMs = 900_000
/** Maximum time in milliseconds that a request waits for its bill. Proxies wait for a minute. */
const patienceMs = 45_000

type Asked = {
  plan: BillPlan
  request: BillRequest
  userId: number
  /**
   * Counts one more bill against the limit; returns a failure if the limit is exceeded. Bills that are already stored
   * are not counted.
   */
  count: () => Promise<Failure | null>
}
export type BillFile = { file: FileHandle; size: number }
export type KeptBills = ReturnType<typeof createKeptBills>

/**
 * Creates the service for bills. A thread writes each bill once per validator to a file in the data folder, and it is
 * sent from there.
 */
export function createKeptBills(context: Context) {
  const { config, log } = context
  const folder = join(config.dataFolder, 'bills')
  const queue = createRoom(1 + mostWaiting)
  const making = new Map<string, Promise<Failure | null>>()
  const maker = createMaker(context)
  let timer: NodeJS.Timeout | undefined
  tidy()

  function begin(asked: Asked, file: string): Promise<Failure | null> {
    const place = queue.take([{ key: `user ${asked.userId}`, max: mostOfAccount }])
    if (!place.ok)
      return Promise.resolve(place.isFull ? tooMany : failure('too_many_requests', waitAMinute))
    const outcome = asked
      .count()
      .then(refused => refused ?? maker.make(asked, file))
      .finally(() => {
        place.leave()
        making.delete(file)
        clearTimeout(timer)
        timer = setTimeout(tidy, keptMs + 60_000).unref()
      })
    making.set(file, outcome)
    return outcome
  }

  /** Removes old bills. Running downloads are not cut off because a deleted file stays readable until it is closed. */
  function tidy(): void {
    removeOldBills(folder).catch(error =>
      log.error({ error: (error as Error).message }, 'old bills could not be removed')
    )
    if (making.size === 0) void maker.stop()
  }

  return {
    /** Opens the file of a bill, which is created first if it is not stored. The caller must close it. */
    async open(asked: Asked): Promise<({ ok: true } & BillFile) | Failure> {
      const path = join(folder, `${asked.plan.digest}.jsonl`)
      const kept = await openKept(path)
      if (kept) return { ok: true, ...kept }
      const outcome = making.get(path) ?? begin(asked, path)
      const late = failure('bill_not_ready', { retryAfterSeconds: 15 })
      const failed = await Promise.race([outcome, sleep(patienceMs, late, { ref: false })])
      if (failed) return failed
      const made = await openKept(path)
      return made ? { ok: true, ...made } : failures.changed
    },
    /** Stops creating bills. The next request for an unfinished bill creates it from the beginning. */
    async stop() {
      clearTimeout(timer)
      await maker.stop()
    }
  }
}

function createMaker({ config, connection, log }: Context) {
  const threads = createThreadPool({
    script: threadScript,
    atOnce: 1,
    maxWaiting: mostWaiting,
    deadlineMs,
    memoryMb: 512,
    // PostgreSQL's driver may read a password from the environment.
    env: process.env
  })
  const makeInThread = inThread(new URL('./make-bill.ts', import.meta.url), makeBill, threads)
  const ownConnection = connection.primary ? null : connection

  return {
    /** Returns null once the file exists. */
    async make({ plan, request }: Asked, file: string): Promise<Failure | null> {
      const task: BillTask = { request, etag: plan.etag, file, config, connection: ownConnection }
      try {
        const run = await makeInThread(task)
        const made = run.ok ? run.value : { ...run, problem: 'It takes too much time or memory' }
        if (made.ok) return null
        const { code, problem } = made
        if (code !== 'busy' && code !== 'changed')
          log.error({ code, error: problem, ...plan.subject }, 'a bill could not be made')
        return failures[code]
      } catch (error) {
        const { message, stack } = error as Error
        log.error({ error: message, stack, ...plan.subject }, 'a bill could not be made')
        throw error
      }
    },
    stop: threads.stop
  }
}

const waitAMinute = { retryAfterSeconds: 60 }
const tooMany = failure('unavailable', {
  ...waitAMinute,
  detail: 'Too many bills are being made right now. Try again in a minute.'
})
const tooLarge = failure('bill_too_large', {
  detail: 'The bill is too large. Limit it to fewer days with from and to.'
})
const failures: { [code in Unmade['code'] | Unfinished['code']]: Failure } = {
  busy: tooMany,
  too_costly: tooLarge,
  bill_too_large: tooLarge,
  changed: failure('bill_not_ready', { retryAfterSeconds: 1 }),
  folder_unusable: failure('unavailable', { retryAfterSeconds: 600 }),
  event_log_unavailable: failure('event_log_unavailable', { retryAfterSeconds: 30 }),
  database_unavailable: failure('database_unavailable', { retryAfterSeconds: 5 })
}

async function openKept(path: string): Promise<BillFile | null> {
  try {
    const file = await open(path)
    return { file, size: (await file.stat()).size }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // If the folder is unusable, the thread that creates the bill reports the reason.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
