import { sql } from 'kysely'
import type { Context } from '../context.ts'

type JobQueue = {
  waiting: bigint
  /** Milliseconds that the oldest job has waited. */
  lateMs: number
  /** Jobs that failed at their last attempt. */
  failing: bigint
}

export async function readJobQueue({ db, now }: Pick<Context, 'db' | 'now'>): Promise<JobQueue> {
  const { rows } = await sql<{ waiting: bigint; late: Date | null; failing: bigint }>`
    select count(*) filter (where locked_at is null and run_at <= ${now()}) as waiting,
      min(run_at) filter (where locked_at is null and run_at <= ${now()} and attempts < max_attempts) as late,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failing
    from graphile_worker.jobs`.execute(db)
  const { waiting = 0n, late = null, failing = 0n } = rows[0] ?? {}
  return { waiting, failing, lateMs: late === null ? 0 : now().getTime() - late.getTime() }
}

/** Returns by how many milliseconds the settlement of the period after `until` is late. */
export function settlementLateMs(
  until: Date,
  { now, config }: Pick<Context, 'now' | 'config'>
): number {
  return Math.max(0, now().getTime() - until.getTime() - config.settlementWindowSeconds * 1000)
}
