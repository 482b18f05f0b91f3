import { formatAmount } from '@mille/money/amount.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'

const counts = z.record(z.string(), z.number().int())

export type LightningState = {
  height: number | null
  connectedPeers: number
  usableChannels: number
  /** The network's money in channels, in whole satoshis. */
  holdings: bigint
  stopped: string | null
  /** How often each part of the work around the node has failed since it started, by the part's name. */
  failures: Readonly<Record<string, number>>
  /** When the process that runs the node last said so; null if it never did. */
  seenAt: Date | null
}

const unknown: LightningState = {
  height: null,
  connectedPeers: 0,
  usableChannels: 0,
  holdings: 0n,
  stopped: null,
  failures: {},
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
    .select([
      'height',
      'connected_peers',
      'usable_channels',
      'holdings',
      'stopped',
      'failures',
      'seen_at'
    ])
    .limit(1)
    .executeTakeFirst()
  if (!row) return unknown
  return {
    height: row.height,
    connectedPeers: row.connected_peers,
    usableChannels: row.usable_channels,
    holdings: row.holdings,
    stopped: row.stopped,
    failures: counts.parse(row.failures),
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
  }: { height: number; connectedPeers: number; usableChannels: number },
  failures: LightningState['failures']
): Promise<void> {
  await db
    .updateTable('lightning_node')
    .set({
      height,
      connected_peers: connectedPeers,
      usable_channels: usableChannels,
      stopped: null,
      failures: JSON.stringify(failures),
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
