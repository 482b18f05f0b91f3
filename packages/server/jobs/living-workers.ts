import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Context } from '../context.ts'

export type LivingWorkers = {
  /** For the runners of this process. */
  events: WorkerEvents
  stop: () => Promise<void>
}

/** With the hash of the name that a runner locks its jobs in. */
const lockNumber = 7_230_103
const everyMs = 1_000
/** A runner may take its first job before it has its lock. */
const graceSeconds = 4

/**
 * The jobs of a process that was killed stay locked for four hours, and so do their queues. So each runner has an advisory lock,
 * which PostgreSQL gives back when the connection ends, and every process unlocks what runners without a lock had taken. A
 * process that has lost its connection for longer than the grace may find that another one does its job too: jobs can be
 * run twice, as they are after any failure.
 */
export async function startLivingWorkers(
  pool: pg.Pool,
  log: Context['log']
): Promise<LivingWorkers> {
  const events: WorkerEvents = new EventEmitter()
  const names = new Set<string>()
  let locked = new Set<string>()
  let client: pg.PoolClient | null = null
  const stopping = new AbortController()
  // Jobs are locked in the name of the runner's pool of workers, whichever of them does it.
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id)
    const end = () => names.delete(workerPool.id)
    workerPool.promise.then(end, end)
  })

  async function connect(): Promise<pg.PoolClient> {
    const connected = await pool.connect()
    locked = new Set()
    // The next query says so too, and that is waited for.
    connected.on('error', () => {})
    return connected
  }

  /** Ends the connection, and the locks with it. */
  function disconnect(): void {
    client?.release(true)
    client = null
  }

  async function round(): Promise<void> {
    client ??= await connect()
    for (const name of names.difference(locked)) {
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockNumber, name])
      locked.add(name)
    }
    for (const name of locked.difference(names)) {
      await client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [lockNumber, name])
      locked.delete(name)
    }
    await unlockDead(client)
  }

  async function keepOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch(error => {
        log.warn({ err: error }, 'the locks of the workers are not known')
        disconnect()
      })
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  // The jobs that this process had when it was killed are taken by its successor at once.
  await round()
  const running = keepOn()
  return {
    events,
    async stop() {
      stopping.abort()
      await running
      disconnect()
    }
  }
}

async function unlockDead(client: pg.PoolClient): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(dead) from (
      select array_agg(distinct locked_by) as dead from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => $1) and not exists (
        select from pg_locks
        where locktype = 'advisory' and classid = $2 and objid::bigint = hashtext(locked_by)::bigint & 4294967295
          and database = (select oid from pg_database where datname = current_database()))) as found
    where dead is not null`,
    [graceSeconds, lockNumber]
  )
  // What was planned again under its key while it was locked has no attempt left, and no error: its successor does the work.
  await client.query(`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where locked_at is null and key is null and attempts >= max_attempts and last_error is null
    having count(*) > 0`)
}
