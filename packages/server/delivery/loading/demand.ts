import { dayMs } from '@mille/api/durations.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { whyNot } from '../choosing/eligibility.ts'
import type { Campaign, Unit } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'
import { dayAfter, dayOf } from '../days.ts'
import { loadCampaigns } from './load-campaigns.ts'

/** What the campaigns that fit an ad unit can still pay, before the network's fee, in units of 1e-8 of the asset. */
export type Demand = {
  /** Number of campaigns with money left. */
  campaigns: number
  /** Money per day, in addition to what the campaigns are charged already. */
  perDay: Record<Asset, bigint>
  /** Money over the requested number of days, limited by the campaigns' balances. */
  inAll: Record<Asset, bigint>
}

/** Properties of an ad unit that does not exist yet. */
export type WantedUnit = Pick<Unit, 'size' | 'disallowedRatings' | 'categories'> & {
  /** Account whose campaigns are not shown in the unit; 0 for a visitor without an account. */
  owner: number
}

/**
 * Number of past days in which charges count as demand already used: a campaign charged its full budget on one of them
 * has nothing left for a new unit.
 */
const pastDays = 7
export async function readDemand(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  wanted: WantedUnit,
  days: number
): Promise<Demand> {
  return context.db.transaction().execute(async tx => {
    const now = context.now()
    const campaigns = await loadCampaigns(tx, context, 'all')
    const since = dayAfter(dayOf(now), -pastDays)
    const { rows } = await sql<{ id: number; charged: bigint }>`
      select campaign_id as id, max(charged) as charged
      from (
        select campaign_id, sum(charged) as charged from shared_settlements
        where window_start >= ${since}::date::timestamp at time zone 'UTC'
        group by campaign_id, date_trunc('day', window_start, 'UTC')
      ) as by_day
      group by campaign_id limit 1000000`.execute(tx)
    const charged = new Map(rows.map(row => [row.id, BigInt(row.charged)]))
    return demandOf(campaigns, charged, unitFor(wanted), { days, nowMs: now.getTime() })
  })
}

/**
 * Returns the demand for a unit. `charged` is the most that each campaign was charged on one of the last days.
 * Campaigns that start later are left out, and one that ends pays for no day after its end.
 */
export function demandOf(
  campaigns: readonly Campaign[],
  charged: ReadonlyMap<number, bigint>,
  unit: Unit,
  { days, nowMs }: { days: number; nowMs: number }
): Demand {
  const demand: Demand = {
    campaigns: 0,
    perDay: { BTC: 0n, USD: 0n },
    inAll: { BTC: 0n, USD: 0n }
  }
  for (const campaign of campaigns) {
    // The schedule and the site's share are ignored, because now tells nothing about the coming days.
    if (whyNot({ ...campaign, schedule: null, siteShare: null }, unit, unlimited, nowMs) !== null)
      continue
    const perDay = budgetPerDay(campaign) - (charged.get(campaign.id) ?? 0n)
    const left = leftOf(campaign)
    if (perDay <= 0n || left <= 0n) continue
    demand.campaigns++
    demand.perDay[campaign.asset] += min(perDay, left)
    demand.inAll[campaign.asset] += min(perDay * BigInt(daysUntilEnd(campaign, days, nowMs)), left)
  }
  return demand
}

/** Returns how much of a month's earnings the demand can pay, after the network's fee. */
export function payable(demand: Demand, feeBasisPoints: number): Record<Asset, bigint> {
  const net = (units: bigint) => (units * BigInt(10_000 - feeBasisPoints)) / 10_000n
  return Object.fromEntries(assets.map(asset => [asset, net(demand.inAll[asset])])) as Record<
    Asset,
    bigint
  >
}

/**
 * Returns the budget of an average day: a CPD campaign pays for its hours, and a CPM campaign spends its budget on each
 * day with hours.
 */
function budgetPerDay({ dailyBudget, trafficType, schedule }: Campaign): bigint {
  if (schedule === null) return dailyBudget
  const { hours } = schedule
  if (trafficType === 'cpd')
    return (dailyBudget * BigInt(hours.replaceAll('0', '').length)) / BigInt(hours.length)
  const days = hours.match(/.{24}/g) ?? []
  return (dailyBudget * BigInt(days.filter(it => it.includes('1')).length)) / BigInt(days.length)
}

function daysUntilEnd({ endsAt }: Campaign, days: number, nowMs: number): number {
  return endsAt === null ? days : Math.min(days, Math.ceil((endsAt.getTime() - nowMs) / dayMs))
}

function leftOf({ balance, totalBudget, spent }: Campaign): bigint {
  return totalBudget === null ? balance : min(balance, totalBudget - spent)
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Returns a unit that is verified and shown, although the real one may not be yet. */
function unitFor({ owner, size, disallowedRatings, categories }: WantedUnit): Unit {
  return {
    id: 0,
    owner,
    kind: 'site',
    state: 'active',
    size,
    adType: 'mixed',
    disallowedRatings,
    refused: new Set(),
    approved: null,
    floor: null,
    site: { id: 0, domain: '', isVerified: true, language: 'en', words: new Set() },
    categories,
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    hasInvitation: false,
    isExcluded: false,
    isSuspended: false,
    houseAds: [],
    fallback: 'collapse',
    fallbackUrl: null
  }
}
