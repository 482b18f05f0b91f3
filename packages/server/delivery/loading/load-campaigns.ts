import type { Utm } from '@mille/api/campaigns/utm.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { readSchedule } from '../../window-holds/index.ts'
import type { Audience, CodeChoice } from '../choosing/audience.ts'
import type { Campaign, Money, Targets } from '../choosing/inventory.ts'
import type { KeywordChoice } from '../choosing/keywords.ts'
import type { SiteShare } from '../choosing/site-share.ts'
import { dayOf } from '../days.ts'
import { loadCreatives } from './load-creatives.ts'
import { maxRows } from './load-snapshot.ts'
import { lowestNetCpm, type Priced, readPrices } from './prices.ts'
import { loadCountedBySite, loadSettledBySite } from './site-takings.ts'

type Row = Money &
  Pick<Priced, 'lowestNetCpm' | 'isFeeHalved'> & {
    id: number
    owner: number
    state: string
    name: string | null
    utm: Utm
    termsUntil: Date | null
    startsAt: Date | null
    endsAt: Date | null
    hours: string | null
    timeZone: string | null
    siteSharePercent: number | null
    countryMode: string | null
    countries: string[] | null
    devices: string[] | null
    systems: string[] | null
    pageLanguageMode: string | null
    pageLanguages: string[] | null
    includedKeywords: string[] | null
    excludedKeywords: string[] | null
  }

/**
 * Loads the wanted campaigns that are active, have a live creative, and belong to no suspended account, with or without
 * money. `inAnyState` adds the others, with their newest creative if none is live. Money held for the current window
 * counts as balance.
 */
export async function loadCampaigns(
  tx: Tx,
  context: Pick<Context, 'config' | 'now'>,
  wanted: readonly number[] | 'all',
  inAnyState = false
): Promise<Campaign[]> {
  const now = context.now()
  const today = dayOf(now)
  const { rows } = await sql<Row>`
    select campaign.id, user_id as owner, campaign.state, campaign.name,
      json_strip_nulls(json_build_object('utm_source', utm_source, 'utm_medium', utm_medium,
        'utm_campaign', utm_campaign, 'utm_content', utm_content, 'utm_term', utm_term)) as utm,
      starts_at as "startsAt", ends_at as "endsAt", country_mode as "countryMode", countries, devices, systems,
      page_language_mode as "pageLanguageMode", page_languages as "pageLanguages",
      included_keywords as "includedKeywords", excluded_keywords as "excludedKeywords", campaign.asset, terms.traffic_type as "trafficType",
      coalesce((select sum(balance) from shared_ledger_accounts as account
        where account.owner = 'campaign' and account.owner_id = campaign.id and account.asset = campaign.asset), 0) as balance, auto_fund as "isSelfFunding",
      terms.daily_budget as "dailyBudget", terms.max_cpm as "maxCpm", terms.total_budget as "totalBudget",
      terms.hours, terms.time_zone as "timeZone", terms.site_share_percent as "siteSharePercent",
      (select min(valid_from) from shared_campaign_terms
        where campaign_id = campaign.id and valid_from > ${now}) as "termsUntil",
      case when terms.total_budget is null then 0 else
        (select coalesce(sum(charged), 0) from shared_settlements where campaign_id = campaign.id) end as spent,
      (select coalesce(sum(charged), 0) from shared_settlements
        where campaign_id = campaign.id and window_start >= ${today}::date::timestamp at time zone 'UTC') as "spentToday",
      settled.until as "settledUntil",
      ${lowestNetCpm(now)} as "lowestNetCpm", campaign.fee_halved as "isFeeHalved",
      coalesce(counted.today, 0) as "countedToday", coalesce(counted.before, 0) as "countedBefore"
    from shared_campaigns as campaign
    join lateral (select traffic_type, daily_budget, max_cpm, total_budget, hours, time_zone, site_share_percent from shared_campaign_terms
      where campaign_id = campaign.id order by (valid_from <= ${now}) desc, case when valid_from <= ${now} then -id else id end
      limit 1) as terms on true
    left join lateral (select window_end as until from shared_settlements
      where campaign_id = campaign.id order by window_start desc limit 1) as settled on true
    left join lateral (${countedSince(sql`campaign.id`, sql`settled.until`, today)}) as counted
      on terms.traffic_type = 'cpm'
    where ${wanted === 'all' ? sql`true` : sql`campaign.id = any(${wanted})`}
      and ${
        inAnyState
          ? sql`true`
          : sql`campaign.state = 'active'
            and not exists (select from suspended_accounts where user_id = campaign.user_id)`
      }
    limit ${maxRows}`.execute(tx)
  const creatives = await loadCreatives(tx, wanted, inAnyState)
  const targets = await loadTargets(tx, wanted)
  const exclusions = await loadExclusions(tx, wanted)
  const priceOf = await readPrices(tx, context, [...new Set(rows.map(it => it.owner))])
  const siteShareOf = await loadSiteShares(tx, context, rows)
  return rows.flatMap(row => {
    const own = creatives.get(row.id)
    if (!own) return []
    return campaignOf(row, {
      siteShare: siteShareOf(row),
      creatives: own,
      price: priceOf(row),
      allowed: readTargets(targets.get(row.id), true),
      blocked: readTargets(targets.get(row.id), false),
      excluded: readTargets(exclusions.get(row.id), true)
    })
  })
}

type Parts = Pick<
  Campaign,
  'price' | 'allowed' | 'blocked' | 'excluded' | 'siteShare' | 'creatives'
>

function campaignOf(found: Row, parts: Parts): Campaign {
  const { countryMode, countries, devices, systems, hours, timeZone, ...paged } = found
  const { pageLanguageMode, pageLanguages, includedKeywords, excludedKeywords, ...timed } = paged
  const {
    lowestNetCpm: _lowest,
    isFeeHalved: _isHalved,
    siteSharePercent: _percent,
    ...row
  } = timed
  return {
    ...row,
    ...parts,
    name: found.name ?? parts.creatives[0].linkText,
    schedule: readSchedule(hours, timeZone),
    audience: readAudience({ countryMode, countries, devices, systems }),
    pageLanguages: readChoice(pageLanguageMode, pageLanguages),
    keywords: readKeywords(includedKeywords, excludedKeywords)
  }
}

/** Loads what sites took today, of the campaigns that limit it. */
async function loadSiteShares(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  rows: readonly Pick<Row, 'id' | 'settledUntil' | 'siteSharePercent'>[]
): Promise<(row: Pick<Row, 'id' | 'siteSharePercent'>) => SiteShare | null> {
  const limited = rows.filter(row => row.siteSharePercent !== null)
  const ids = limited.map(row => row.id)
  const settledOf = await loadSettledBySite(tx, ids, now())
  const countedOf = await loadCountedBySite(tx, limited, now(), config.settlementWindowSeconds)
  return ({ id, siteSharePercent: percent }) =>
    percent === null ? null : { percent, settled: settledOf(id), counted: countedOf(id) }
}

function readAudience({
  countryMode,
  countries,
  devices,
  systems
}: Pick<Row, 'countryMode' | 'countries' | 'devices' | 'systems'>): Audience | null {
  if (countries === null && devices === null && systems === null) return null
  return {
    countries: readChoice(countryMode, countries),
    devices: devices && new Set(devices),
    systems: systems && new Set(systems)
  }
}

function readChoice(mode: string | null, codes: string[] | null): CodeChoice | null {
  return codes && { isIncluded: mode === 'include', codes: new Set(codes) }
}

function readKeywords(included: string[] | null, excluded: string[] | null): KeywordChoice | null {
  return included || excluded ? { included: new Set(included), excluded: new Set(excluded) } : null
}

export type Counted = Pick<Money, 'countedToday' | 'countedBefore'> & { id: number }

/** Loads the impressions counted for campaigns since the last settlement that the caller knows. */
export async function loadCounted(
  db: Database,
  campaigns: readonly Pick<Campaign, 'id' | 'settledUntil'>[],
  now: Date
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select campaign.id, coalesce(today, 0) as "countedToday", coalesce(before, 0) as "countedBefore"
    from unnest(${campaigns.map(it => it.id)}::int[], ${campaigns.map(it => it.settledUntil)}::timestamptz[])
      as campaign (id, settled_until)
    cross join lateral (${countedSince(sql`campaign.id`, sql`campaign.settled_until`, dayOf(now))}) as counted
    limit ${campaigns.length}`.execute(db)
  return rows
}

function countedSince(
  campaign: ReturnType<typeof sql>,
  since: ReturnType<typeof sql>,
  today: string
) {
  return sql`
    select sum(count) filter (where bucket >= ${today}::date::timestamp at time zone 'UTC') as today,
      sum(count) filter (where bucket < ${today}::date::timestamp at time zone 'UTC') as before
    from delivery_counters
    where campaign_id = ${campaign} and kind = 'billable' and bucket >= coalesce(${since}, '2000-01-01'::timestamptz)`
}

type TargetRow = { campaign_id: number; type: string; target_id: number; allowed: boolean }

/**
 * Loads the targets of campaigns. A pack is replaced by its targets; those that a blocked pack would allow are blocked.
 */
async function loadTargets(tx: Tx, wanted: readonly number[] | 'all') {
  const { rows } = await sql<TargetRow>`
    select campaign_id, target.type, target.target_id, target.allowed
    from shared_campaign_targets as target
    where type <> 'traffic_pack' ${wanted === 'all' ? sql`` : sql`and campaign_id = any(${wanted})`}
    union
    select campaign_id, item.type, item.target_id, target.allowed and item.allowed
    from shared_campaign_targets as target
    join shared_traffic_pack_targets as item on item.traffic_pack_id = target.target_id
    where target.type = 'traffic_pack' and (target.allowed or item.allowed)
      ${wanted === 'all' ? sql`` : sql`and campaign_id = any(${wanted})`}
    limit ${maxRows}`.execute(tx)
  return Map.groupBy(rows, row => row.campaign_id)
}

async function loadExclusions(tx: Tx, wanted: readonly number[] | 'all') {
  const query = tx
    .selectFrom('shared_campaign_exclusions')
    .select(['campaign_id', 'type', 'target_id'])
    .select(sql.lit(true).as('allowed'))
    .limit(maxRows)
  const rows = await (wanted === 'all'
    ? query
    : query.where('campaign_id', 'in', [0, ...wanted])
  ).execute()
  return Map.groupBy(rows, row => row.campaign_id)
}

const noTargets: Targets = { categories: new Set(), sites: new Set(), units: new Set() }

function readTargets(
  rows: readonly Omit<TargetRow, 'campaign_id'>[] = [],
  allowed: boolean
): Targets {
  if (rows.length === 0) return noTargets
  const idsOf = (type: string) =>
    new Set(
      rows.filter(row => row.allowed === allowed && row.type === type).map(row => row.target_id)
    )
  return { categories: idsOf('category'), sites: idsOf('site'), units: idsOf('ad_unit') }
}
