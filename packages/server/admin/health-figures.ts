import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { lastHeartbeat } from '../delivery/index.ts'
import { readMailQueue } from '../mail/outbox.ts'
import { readChainHealth, readLightning, readLiquidity } from '../payments/index.ts'
import { firstUnsealed } from '../public-log/index.ts'
import { readProgress } from '../settlement/index.ts'
import { readQueues } from './queues.ts'

type JobQueue = {
  waiting: bigint
  /** Milliseconds that the oldest job has waited. */
  lateMs: number
  /** Jobs that failed at their last attempt. */
  failing: bigint
}

export type HealthFigures = Awaited<ReturnType<typeof readHealthFigures>>

/** Reads what both the health checks and the metrics say, so that one reading of the metrics asks for it once. */
export async function readHealthFigures(context: Context) {
  const { db, now } = context
  const lightning = await readLightning(context)
  return {
    jobs: await readJobQueue(context),
    mail: await readMailQueue(db, new Date(now().getTime() - dayMs)),
    progress: await readProgress(db),
    /** End of the oldest settlement period with charges that are not in the public log. */
    unsealed: await firstUnsealed(db),
    heartbeat: await lastHeartbeat(db),
    chains: await readChainHealth(context),
    lightning,
    /** What the channels can carry; null when Lightning is off. */
    liquidity: lightning && (await readLiquidity(context)),
    queues: await readQueues(db, ['admin'])
  }
}

async function readJobQueue({ db, now }: Pick<Context, 'db' | 'now'>): Promise<JobQueue> {
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
