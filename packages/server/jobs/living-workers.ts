import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Context } from '../context.ts'

export type LivingWorkers = {
  /** Events for the job runners of this process. */
  events: WorkerEvents
  stop: () => Promise<void>
}

/**
 * First number of a runner's advisory lock. The second is the hash of the name under which the runner locks its jobs.
 */
const lockNumber = 7_230_103
const everyMs = 1_000
/**
 * How long a job must have been locked before a missing advisory lock counts, in seconds: a runner may take its first
 * job before it has its advisory lock.
 */
const graceSeconds = 4

/**
 * Unlocks the jobs of killed processes, which would otherwise stay locked for four hours along with their queues. Each
 * runner has an advisory lock, which PostgreSQL releases when the connection ends, and every process unlocks jobs of
 * runners without one. If a process is without its connection for longer than the grace period, another one may run its
 * job too: jobs can run twice, as after any failure.
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
  // Jobs are locked in the name of the runner's worker pool, whichever worker runs them.
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id)
    const end = () => names.delete(workerPool.id)
    workerPool.promise.then(end, end)
  })

  async function connect(): Promise<pg.PoolClient> {
    const connected = await pool.connect()
    locked = new Set()
    // A connection error can be ignored here: the next query fails too, and that failure is handled.
    connected.on('error', () => {})
    return connected
  }

  /** Closes the connection, which releases the locks. */
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

  // A restarted process takes the jobs that it had when it was killed at once.
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
  // Completes jobs that were planned again under their key while they were locked: they have no attempts left and no
  // error, and the newly planned job does the work.
  await client.query(`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where locked_at is null and key is null and attempts >= max_attempts and last_error is null
    having count(*) > 0`)
}
