import type { Connection } from '@mille/server/db/connect.ts'
import { readEvents } from '@mille/server/delivery/testing/events.ts'
import type { TermsCampaign } from './populate.ts'
import type { TermsLife, TermsView } from './simulate-terms.ts'

/** A view that was counted. `at` is when it counts. Only billable views are paid for. */
export type CountedView = TermsView & { at: number; isBillable: boolean }

/** A charge for a settlement period; `billable` is the number of views that it is for. */
export type Charge = { campaign: number; startMs: number; charged: bigint; billable: bigint }

/** What an ad unit took of a charge. */
export type Taken = { campaign: number; unit: number; startMs: number; gross: bigint }

/** What a campaign drew from its account for a settlement period. */
export type Draw = { campaign: number; startMs: number; amount: bigint }

/** Billable views of a creative, as its advertiser's report counts them. */
export type CreativeCount = { campaign: number; creative: number; billable: bigint }

/** All that the checks look at: what was asked for, and what was found at the end. */
export type Observed = {
  campaigns: readonly TermsCampaign[]
  /** For each ad unit, the place's name as the share of one site knows it. */
  placeOf: ReadonlyMap<number, string>
  /** For each ad unit, the language of its pages. */
  languageOf: ReadonlyMap<number, string | null>
  creatives: readonly CreativeCount[]
  views: readonly CountedView[]
  charges: readonly Charge[]
  taken: readonly Taken[]
  draws: readonly Draw[]
  /** Balances by `user id asset` and `campaign id asset`, and what was put on the accounts by `id asset`. */
  balances: ReadonlyMap<string, bigint>
  credited: ReadonlyMap<string, bigint>
}

/** Reads what the checks look at. Throws if a view is missing or was counted twice. */
export async function observe(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  { campaigns, units, views, credited }: TermsLife
): Promise<Observed> {
  const events = await readEvents({ db, pool, config: { eventLogUrl: null } })
  const { rows: charges } = await pool.query<Charge>(`
    select campaign_id as campaign, extract(epoch from window_start)::float8 * 1000 as "startMs", charged, billable
    from settlements order by window_start limit 10000000`)
  const { rows: taken } = await pool.query<Taken>(`
    select campaign_id as campaign, unit_id as unit, extract(epoch from window_start)::float8 * 1000 as "startMs", gross
    from settlement_shares limit 10000000`)
  const { rows: draws } = await pool.query<Draw>(`
    select campaign_id as campaign, extract(epoch from window_start)::float8 * 1000 as "startMs", amount
    from campaign_draws order by window_start limit 1000000`)
  const { rows: balances } = await pool.query<{ name: string; balance: bigint }>(`
    select concat_ws(' ', owner, owner_id, asset) as name, sum(balance)::bigint as balance from ledger_accounts
    where owner in ('user', 'campaign') group by owner, owner_id, asset limit 1000000`)
  const { rows: creatives } = await pool.query<CreativeCount>(`
    select campaign_id as campaign, creative_id as creative, sum(billable)::bigint as billable
    from campaign_day_creatives group by campaign_id, creative_id limit 1000000`)
  return {
    campaigns,
    placeOf: new Map(units.map(it => [it.id, it.name])),
    languageOf: new Map(units.map(it => [it.id, it.place.language])),
    creatives,
    views: countedViews(events, views),
    charges,
    taken,
    draws,
    balances: new Map(balances.map(it => [it.name, it.balance])),
    credited
  }
}

type Event = { decision: string; isBillable: boolean; at: Date }

/** Matches what was counted with what was reported. */
export function countedViews(
  events: readonly Event[],
  views: ReadonlyMap<string, TermsView>
): CountedView[] {
  const counted = new Set<string>()
  const found = events.map(({ decision, isBillable, at }) => {
    const view = views.get(decision)
    if (!view) throw new Error(`there was no decision ${decision}, but a view of it is counted`)
    if (counted.has(decision)) throw new Error(`the view of decision ${decision} is counted twice`)
    counted.add(decision)
    return { ...view, at: at.getTime(), isBillable }
  })
  if (counted.size !== views.size)
    throw new Error(`${views.size} views were reported, and ${counted.size} are counted`)
  return found
}
