import { readHealth, readJobQueue, readQueues, settlementLateMs } from '../admin/index.ts'
import type { Context } from '../context.ts'
import { countUnowned, lastHeartbeat } from '../delivery/index.ts'
import { readMailQueue } from '../mail/outbox.ts'
import { readChainHealth } from '../payments/index.ts'
import { firstUnsealed } from '../public-log/index.ts'
import { lastSealedAt } from '../seals/index.ts'
import { readProgress } from '../settlement/index.ts'

export type NetworkFigures = Awaited<ReturnType<typeof readNetworkFigures>>

const dayMs = 24 * 3_600_000

/** Reads what the metrics say about the whole network. */
export async function readNetworkFigures(context: Context) {
  const { db, now } = context
  const since = (moment: Date | null) =>
    moment === null ? null : Math.max(0, now().getTime() - moment.getTime()) / 1000
  const progress = await readProgress(db)
  const lateMs =
    progress && 'settledUntil' in progress ? settlementLateMs(progress.settledUntil, context) : 0
  const mail = await readMailQueue(db, new Date(now().getTime() - dayMs))
  return {
    health: await readHealth(context),
    jobs: await readJobQueue(context),
    mail: { ...mail, oldestSeconds: since(mail.oldest) ?? 0 },
    settlementLateSeconds: lateMs / 1000,
    publicLogLateSeconds: since(await firstUnsealed(db)) ?? 0,
    sealSeconds: since(await lastSealedAt(db)),
    heartbeatSeconds: since(await lastHeartbeat(db)),
    unownedPartitions: await countUnowned(db),
    chains: (await readChainHealth(context)).map(({ title, nodeHeight, height, readAt }) => ({
      chain: title.toLowerCase(),
      isUp: nodeHeight !== null,
      unreadBlocks: nodeHeight === null || height === null ? null : nodeHeight - height,
      readSeconds: since(readAt)
    })),
    queues: (await readQueues(db, ['admin'])).map(({ name, waiting, oldest_at }) => ({
      name,
      waiting,
      oldestSeconds: since(oldest_at === null ? null : new Date(oldest_at)) ?? 0
    }))
  }
}
