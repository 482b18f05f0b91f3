import { formatAmount } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'

export type LightningState = {
  height: number | null
  connectedPeers: number
  usableChannels: number
  /** The network's money in channels, in whole satoshis. */
  holdings: bigint
  stopped: string | null
  /** When the process that runs the node last said so; null if it never did. */
  seenAt: Date | null
}

const unknown: LightningState = {
  height: null,
  connectedPeers: 0,
  usableChannels: 0,
  holdings: 0n,
  stopped: null,
  seenAt: null
}

/** Returns what the process with the node last said; null when Lightning is off. */
export async function readLightning({
  db,
  config
}: Pick<Context, 'db' | 'config'>): Promise<LightningState | null> {
  if (config.payments.lightning === null) return null
  const row = await db
    .selectFrom('lightning_node')
    .select(['height', 'connected_peers', 'usable_channels', 'holdings', 'stopped', 'seen_at'])
    .limit(1)
    .executeTakeFirst()
  if (!row) return unknown
  return {
    height: row.height,
    connectedPeers: row.connected_peers,
    usableChannels: row.usable_channels,
    holdings: row.holdings,
    stopped: row.stopped,
    seenAt: row.seen_at
  }
}

/** Returns what the network has in channels, in whole satoshis, with text that says so; null when Lightning is off. */
export async function readLightningHoldings(
  context: Pick<Context, 'db' | 'config'>
): Promise<{ amount: bigint; words: string } | null> {
  const state = await readLightning(context)
  if (!state) return null
  const { holdings: amount } = state
  return { amount, words: `${formatAmount(amount)} BTC are in Lightning channels` }
}

export async function saveLightningHealth(
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    height,
    connectedPeers,
    usableChannels
  }: { height: number; connectedPeers: number; usableChannels: number }
): Promise<void> {
  await db
    .updateTable('lightning_node')
    .set({
      height,
      connected_peers: connectedPeers,
      usable_channels: usableChannels,
      stopped: null,
      seen_at: now()
    })
    .execute()
}

export async function saveStopped(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reason: string
): Promise<void> {
  await db.updateTable('lightning_node').set({ stopped: reason, seen_at: now() }).execute()
}
