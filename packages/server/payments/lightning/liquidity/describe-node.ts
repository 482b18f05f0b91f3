import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../db/connect.ts'
import { readLightning } from '../../lightning-health.ts'
import { readLiquidity } from './read-liquidity.ts'

type Attributes = LightningNode['data']['attributes']
const maximumChannels = 200
const maximumPayments = 50

/** Returns what operators see of the Lightning node, as the process that runs it last wrote it. */
export async function describeNode(context: Context): Promise<Attributes> {
  const { db, config } = context
  const { lightning } = config.payments
  const state = await readLightning(context)
  const it = await readLiquidity(context)
  return {
    read_at: context.now().toISOString(),
    is_configured: lightning !== null,
    public_key: await readPublicKey(db),
    stopped: state?.stopped ?? null,
    at: it.at?.toISOString() ?? null,
    is_stale: it.isStale,
    height: state?.height ?? null,
    connected_peers: state?.connectedPeers ?? 0,
    can_send: it.canSend.toString(),
    can_receive: it.canReceive.toString(),
    largest_sent: it.largestSent.toString(),
    largest_received: it.largestReceived.toString(),
    outgoing: it.outgoing.toString(),
    incoming: it.incoming.toString(),
    in_flight: it.inFlight,
    waiting: it.waiting.toString(),
    fees_of_day: it.feesOfDay.toString(),
    fees_of_month: it.feesOfMonth.toString(),
    maximum_deposit: lightning?.maximumDeposit.toString() ?? null,
    channels: await readChannels(db),
    ...(await readPayments(db))
  }
}

async function readPublicKey(db: Database): Promise<string | null> {
  const row = await db.selectFrom('lightning_node').select('public_key').limit(1).executeTakeFirst()
  return row?.public_key ?? null
}

async function readChannels(db: Database): Promise<Attributes['channels']> {
  const rows = await db
    .selectFrom('lightning_channels')
    .select(['id', 'peer', 'capacity', 'outbound', 'inbound', 'outgoing', 'incoming'])
    .select(['in_flight', 'state', 'disconnected_at', 'changed_at'])
    .orderBy(eb => eb('state', '=', 'closed'))
    .orderBy('capacity', 'desc')
    .orderBy('id')
    .limit(maximumChannels)
    .execute()
  return rows.map(({ disconnected_at: disconnected, changed_at: changed, ...row }) => ({
    ...row,
    capacity: row.capacity.toString(),
    outbound: row.outbound.toString(),
    inbound: row.inbound.toString(),
    outgoing: row.outgoing.toString(),
    incoming: row.incoming.toString(),
    state: row.state as Attributes['channels'][number]['state'],
    disconnected_at: disconnected?.toISOString() ?? null,
    changed_at: changed.toISOString()
  }))
}

type Flying = {
  withdrawal_id: number | null
  user_id: number | null
  payment_hash: string
  amount: bigint
  maximum_fee: bigint
  created_at: Date
  count: bigint
}

/** Reads the payments that are neither paid nor returned, the oldest first. */
async function readPayments(db: Database): Promise<Pick<Attributes, 'payments' | 'payment_count'>> {
  const { rows } = await sql<Flying>`
    select withdrawals.id as withdrawal_id, user_id, payment.payment_hash, payment.amount, maximum_fee,
      payment.created_at, count(*) over () as count
    from lightning_payments payment left join withdrawals
      on withdrawals.payment_hash = payment.payment_hash and withdrawals.state = 'sent'
    where payment.state = 'in_flight'
    order by payment.created_at, payment_id limit ${maximumPayments}`.execute(db)
  return {
    payments: rows.map(({ withdrawal_id: withdrawalId, user_id: userId, ...row }) => ({
      withdrawal_id: withdrawalId === null ? null : String(withdrawalId),
      user_id: userId === null ? null : String(userId),
      payment_hash: row.payment_hash,
      amount: row.amount.toString(),
      maximum_fee: row.maximum_fee.toString(),
      created_at: row.created_at.toISOString()
    })),
    payment_count: Number(rows[0]?.count ?? 0n)
  }
}
