import { readHealthFigures, settlementLateMs } from '../admin/index.ts'
import type { Context } from '../context.ts'
import { countUnowned } from '../delivery/index.ts'
import { lastSealedAt } from '../seals/index.ts'

export type NetworkFigures = Awaited<ReturnType<typeof readNetworkFigures>>

/** Reads what the metrics say about the whole network. */
export async function readNetworkFigures(context: Context) {
  const { db, now } = context
  const since = (moment: Date | null) =>
    moment === null ? null : Math.max(0, now().getTime() - moment.getTime()) / 1000
  const figures = await readHealthFigures(context)
  const { jobs, mail, progress, chains, queues, lightning, liquidity } = figures
  const lateMs =
    progress && 'settledUntil' in progress ? settlementLateMs(progress.settledUntil, context) : 0
  return {
    /** What the health checks need of it. */
    known: figures,
    jobs,
    mail: { ...mail, oldestSeconds: since(mail.oldest) ?? 0 },
    settlementLateSeconds: lateMs / 1000,
    publicLogLateSeconds: since(figures.unsealed) ?? 0,
    sealSeconds: since(await lastSealedAt(db)),
    heartbeatSeconds: since(figures.heartbeat),
    unownedPartitions: await countUnowned(db),
    chains: chains.map(({ title, nodeHeight, height, readAt }) => ({
      chain: title.toLowerCase(),
      isUp: nodeHeight !== null,
      unreadBlocks: nodeHeight === null || height === null ? null : nodeHeight - height,
      readSeconds: since(readAt)
    })),
    /** Null when Lightning is off. */
    lightning: lightning &&
      liquidity && {
        ...{ failures: lightning.failures, liquidity },
        isUp: lightning.stopped === null && lightning.seenAt !== null,
        stateSeconds: since(liquidity.at),
        maximumDeposit: context.config.payments.lightning?.maximumDeposit ?? null
      },
    queues: queues.map(({ name, waiting, oldest_at }) => ({
      name,
      waiting,
      oldestSeconds: since(oldest_at === null ? null : new Date(oldest_at)) ?? 0
    }))
  }
}
