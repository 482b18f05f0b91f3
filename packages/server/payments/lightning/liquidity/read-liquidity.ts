import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { routingFee } from '../../routing-fee.ts'

/** Milliseconds without a new state of the channels after which it is out of date. */
const staleMs = 60_000
/** Milliseconds after which a peer that is not connected counts as gone. */
const goneMs = 10 * 60_000

/** What the channels can carry, in whole satoshis. A channel whose peer is not connected carries nothing. */
export type Liquidity = {
  /** When the process with the node last wrote its channels; null if it never did. */
  at: Date | null
  isStale: boolean
  /** Channels by state; `gone` are open ones without a connection for ten minutes. */
  open: number
  pending: number
  closing: number
  gone: number
  canSend: bigint
  canReceive: bigint
  /** What one payment can be, when it may be split over all channels. */
  largestSent: bigint
  largestReceived: bigint
  outgoing: bigint
  incoming: bigint
  inFlight: number
  /** What withdrawals need that were not yet given to the node, with the most that routing may cost. */
  waiting: bigint
  feesOfDay: bigint
  feesOfMonth: bigint
}

export async function readLiquidity({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Liquidity> {
  const at = now()
  const usable = sql`state = 'open' and disconnected_at is null`
  const { rows } = await sql<Omit<Liquidity, 'isStale'>>`
    select (select channels_at from lightning_node) as at, channels.*, fees.*, (
      select coalesce(sum(amount), 0)::bigint from withdrawals
      where payment_hash is not null and (state in ('requested', 'approved') or state = 'sent'
        and not exists (select from lightning_payments where payment_id = name::text))) as waiting
    from (
      select count(*) filter (where state = 'open')::int as open,
        count(*) filter (where state = 'pending')::int as pending,
        count(*) filter (where state = 'closing')::int as closing,
        count(*) filter (where state = 'open' and disconnected_at < ${before(at, goneMs)})::int as gone,
        coalesce(sum(outbound) filter (where ${usable}), 0)::bigint as "canSend",
        coalesce(sum(inbound) filter (where ${usable}), 0)::bigint as "canReceive",
        coalesce(sum(largest_outbound) filter (where ${usable}), 0)::bigint as "largestSent",
        coalesce(sum(largest_inbound) filter (where ${usable}), 0)::bigint as "largestReceived",
        coalesce(sum(outgoing), 0)::bigint as outgoing, coalesce(sum(incoming), 0)::bigint as incoming,
        coalesce(sum(in_flight), 0)::int as "inFlight"
      from lightning_channels) as channels, (
      select coalesce(sum(${routingFee}) filter (where decided_at >= ${before(at, dayMs)}), 0)::bigint as "feesOfDay",
        coalesce(sum(${routingFee}), 0)::bigint as "feesOfMonth"
      from lightning_payments where state = 'settled' and decided_at >= ${before(at, 30 * dayMs)}) as fees`.execute(
    db
  )
  const [found] = rows
  if (!found) throw new Error('An aggregate has a row')
  const isStale = found.at !== null && at.getTime() - found.at.getTime() > staleMs
  return { ...found, isStale }
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
