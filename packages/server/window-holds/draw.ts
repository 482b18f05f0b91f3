import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { suspendedAmong } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import {
  balances,
  campaignAccount,
  lockBalances,
  type NewTransfer,
  transfer,
  userAccount
} from '../ledger/index.ts'
import { notifyLowAccounts } from './low-accounts.ts'
import { smallest } from './terms.ts'
import { type SettlementWindow, startOfDay } from './window.ts'

/** A campaign that takes money from its account. Null means no limit; the day is that of the settlement period, in UTC. */
export type SelfFunding = {
  id: number
  userId: number
  asset: Asset
  isSelfFunding: boolean
  dailyMax: bigint | null
  totalMax: bigint | null
}

/** What a campaign has taken: in the day asked for, in its life, and for which settlement period last. */
export type Drawn = { today: bigint; total: bigint; lastStart: Date | null }

export async function readDrawn(
  db: Database | Tx,
  ids: readonly number[],
  at: Date
): Promise<(id: number) => Drawn> {
  const day = startOfDay(at)
  const { rows } = await sql<Drawn & { id: number }>`
    select id, coalesce(last.total, 0::bigint) as total, last.window_start as "lastStart", (
      select coalesce(sum(amount), 0)::bigint from campaign_draws
      where campaign_id = id and window_start >= ${day} and window_start < ${new Date(day.getTime() + dayMs)}) as today
    from unnest(${ids}::integer[]) as wanted (id)
    left join lateral (
      select total, window_start from campaign_draws
      where campaign_id = id order by window_start desc limit 1) as last on true`.execute(db)
  const drawn = new Map(rows.map(row => [row.id, row]))
  return id => drawn.get(id) ?? { today: 0n, total: 0n, lastStart: null }
}

/** What a campaign may still take in the settlement period, were there enough on its account. Null means no limit. */
function roomOf(
  { dailyMax, totalMax }: SelfFunding,
  { today, total, lastStart }: Drawn,
  window: SettlementWindow
): bigint | null {
  // Once for a period, whatever happens in it; and never for one before, which a process whose clock is behind may ask for.
  if (lastStart !== null && lastStart >= window.start) return 0n
  const rooms = [
    ...(dailyMax === null ? [] : [dailyMax - today]),
    ...(totalMax === null ? [] : [totalMax - total])
  ]
  const [first, ...others] = rooms
  return first === undefined ? null : smallest(first, ...others)
}

/** Promotional credit is given to campaigns as well, and before the money. */
export const fundingAccounts = ({ userId, asset }: Pick<SelfFunding, 'userId' | 'asset'>) => [
  userAccount(userId, asset, 'promotion'),
  userAccount(userId, asset)
]

/**
 * What each campaign could take for the settlement period now; `later` leaves out what only this period and this day keep it
 * from. Nothing for one that does not fund itself, and for a suspended account. It may be less when it is taken.
 */
export async function readDrawable(
  db: Database | Tx,
  campaigns: readonly SelfFunding[],
  window: SettlementWindow
): Promise<(id: number) => { now: bigint; later: bigint }> {
  const able = campaigns.filter(it => it.isSelfFunding)
  const none = { now: 0n, later: 0n }
  if (able.length === 0) return () => none
  const suspended = await suspendedAmong(db, [...new Set(able.map(it => it.userId))])
  const drawnOf = await readDrawn(
    db,
    able.map(it => it.id),
    window.start
  )
  const money = await balances(db, able.flatMap(fundingAccounts))
  const found = able.map((it, index): [number, typeof none] => {
    if (suspended.has(it.userId)) return [it.id, none]
    const there = (money[index * 2] ?? 0n) + (money[index * 2 + 1] ?? 0n)
    const drawn = drawnOf(it.id)
    const inAll = it.totalMax === null ? there : smallest(there, it.totalMax - drawn.total)
    return [it.id, { now: atMost(there, roomOf(it, drawn, window)), later: inAll }]
  })
  const byId = new Map(found)
  return id => byId.get(id) ?? none
}

const atMost = (amount: bigint, room: bigint | null) =>
  room === null ? amount : smallest(amount, room)

/**
 * Moves what is missing for a settlement period from the accounts to their campaigns, as far as the accounts and the limits
 * allow, and tells how much of it is money and how much promotional credit. The campaigns must be locked, and given in the
 * order of their ids: where an account does not have enough, the first one gets it. The accounts are locked before anything
 * moves, so that two processes never count on the same money.
 */
export async function drawFunds(
  tx: Tx,
  wanted: readonly { campaign: SelfFunding; missing: bigint }[],
  window: SettlementWindow,
  at: Date
): Promise<Map<number, { available: bigint; promotion: bigint }>> {
  const drawn = new Map<number, { available: bigint; promotion: bigint }>()
  const asking = wanted.filter(it => it.campaign.isSelfFunding && it.missing > 0n)
  if (asking.length === 0) return drawn
  const suspended = await suspendedAmong(tx, [...new Set(asking.map(it => it.campaign.userId))])
  const able = asking.filter(it => !suspended.has(it.campaign.userId))
  const purseOf = ({ userId, asset }: SelfFunding) => `${userId} ${asset}`
  const payers = [...new Map(able.map(it => [purseOf(it.campaign), it.campaign])).values()]
  const money = await lockBalances(tx, payers.flatMap(fundingAccounts))
  const left = new Map(
    payers.map((it, index) => [
      purseOf(it),
      { promotion: money[index * 2] ?? 0n, available: money[index * 2 + 1] ?? 0n }
    ])
  )
  const drawnOf = await readDrawn(
    tx,
    able.map(it => it.campaign.id),
    window.start
  )
  const rows: Draw[] = []
  const transfers: NewTransfer[] = []
  for (const { campaign, missing } of able) {
    const before = drawnOf(campaign.id)
    const there = left.get(purseOf(campaign)) ?? { promotion: 0n, available: 0n }
    const amount = smallest(
      missing,
      atMost(there.promotion + there.available, roomOf(campaign, before, window))
    )
    if (amount <= 0n) continue
    const promotion = smallest(amount, there.promotion)
    const parts = { promotion, available: amount - promotion }
    there.promotion -= parts.promotion
    there.available -= parts.available
    drawn.set(campaign.id, parts)
    rows.push({ id: campaign.id, amount, promotion, total: before.total + amount })
    transfers.push(...transfersOf(campaign, parts, window, at))
  }
  await saveDraws(tx, { rows, transfers }, window, at)
  const leftOf = (it: SelfFunding) => Object.values(left.get(purseOf(it)) ?? {})
  const purses = payers.map(it => ({
    ...it,
    left: leftOf(it).reduce((sum, part) => sum + part, 0n)
  }))
  await notifyLowAccounts(tx, purses, at)
  return drawn
}

type Draw = { id: number; amount: bigint; promotion: bigint; total: bigint }

async function saveDraws(
  tx: Tx,
  { rows, transfers }: { rows: readonly Draw[]; transfers: readonly NewTransfer[] },
  window: SettlementWindow,
  at: Date
): Promise<void> {
  if (rows.length === 0) return
  const moved = await transfer(tx, transfers)
  // The accounts are locked, and only what they have is asked for.
  if (!moved.ok) throw new Error(`Campaigns cannot be funded from their accounts: ${moved.code}`)
  await sql`
    insert into campaign_draws (campaign_id, window_start, amount, promotion, total, drawn_at)
    select id, ${window.start}::timestamptz, amount, promotion, total, ${at}::timestamptz from unnest(
      ${rows.map(it => it.id)}::integer[], ${rows.map(it => it.amount)}::bigint[],
      ${rows.map(it => it.promotion)}::bigint[], ${rows.map(it => it.total)}::bigint[]
    ) as drawn (id, amount, promotion, total)`.execute(tx)
}

function transfersOf(
  { id, userId, asset }: SelfFunding,
  parts: { promotion: bigint; available: bigint },
  window: SettlementWindow,
  at: Date
): NewTransfer[] {
  return (['promotion', 'available'] as const)
    .filter(kind => parts[kind] > 0n)
    .map(kind => ({
      key: `draw:${id}:${window.start.toISOString()}:${kind}`,
      kind: 'funding',
      amount: parts[kind],
      from: userAccount(userId, asset, kind),
      to: campaignAccount(id, asset, kind),
      reason: 'Drawn automatically',
      subject: { type: 'campaign', id: String(id) },
      at
    }))
}
