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

/**
 * A campaign that may draw money from its owner's account. Null means no limit; the day is that of the settlement
 * period, in UTC.
 */
export type SelfFunding = {
  id: number
  userId: number
  asset: Asset
  isSelfFunding: boolean
  dailyMax: bigint | null
  totalMax: bigint | null
}

/**
 * What a campaign has drawn from its account: on the requested day, in total, and the start of the last settlement
 * period drawn for.
 */
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

/**
 * Returns how much a campaign may still draw in the settlement period if its account has enough. Null means no limit.
 */
function roomOf(
  { dailyMax, totalMax }: SelfFunding,
  { today, total, lastStart }: Drawn,
  window: SettlementWindow
): bigint | null {
  // A campaign draws once per period, and never for an earlier period, for which a process with a slow clock might ask.
  if (lastStart !== null && lastStart >= window.start) return 0n
  const rooms = [
    ...(dailyMax === null ? [] : [dailyMax - today]),
    ...(totalMax === null ? [] : [totalMax - total])
  ]
  const [first, ...others] = rooms
  return first === undefined ? null : smallest(first, ...others)
}

/** The accounts that a campaign draws from, in order: promotional credit first, then money. */
export const fundingAccounts = ({ userId, asset }: Pick<SelfFunding, 'userId' | 'asset'>) => [
  userAccount(userId, asset, 'promotion'),
  userAccount(userId, asset)
]

/**
 * Returns what each campaign could draw for the settlement period now; `later` ignores the limits of this period and
 * day. The amount is zero for campaigns that do not fund themselves and for suspended accounts. A later draw may get
 * less.
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
 * Moves the missing amounts for a settlement period from accounts to their campaigns, within balances and limits.
 * Returns how much of each draw is money and how much promotional credit. The campaigns must be locked and sorted by
 * ID: if an account has too little, the first ones get it. The accounts are locked before any transfer, so that no two
 * processes count on the same money.
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
  // This cannot fail, because the accounts are locked and no more than their balances is moved.
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
