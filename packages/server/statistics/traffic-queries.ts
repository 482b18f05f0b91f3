import { dayMs } from '@mille/api/durations.ts'
import { rootCategoryId } from '@mille/api/reference-data/categories.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** Traffic figures are based on this many whole days, up to the start of today. */
export const groundDays = 30

export type Targets = { sites: number[]; units: number[]; categories: number[] }
export type Selection = {
  /** The language of the ad. */
  language: string
  pageLanguages: { mode: 'include' | 'exclude'; codes: readonly string[] } | null
  keywords: { include: readonly string[]; exclude: readonly string[] } | null
  rating: string | null
  isBannersOnly: boolean
  bannerSizes: readonly string[]
  selected: Targets
  blocked: Targets
  /** The account whose ad units are left out, since advertisers cannot advertise on their own. */
  ownerId: number | null
}
export type Reach = {
  units: number
  sources: number
  sizes: { size: string; ad_units_count: number }[]
  viewable: bigint
  billable: bigint
  paidBtc: bigint
  paidUsd: bigint
}

/** Returns the ad units that a selection reaches, and their views and prices in the last days. */
export async function readReach(db: Database, it: Selection, now: Date): Promise<Reach> {
  const { since, until } = lastDays(now)
  const { rows } = await sql<Reach>`
    with matching as materialized (${matchingUnits(it)}), shown as (
      select coalesce(sum(count) filter (where kind = 'viewable'), 0) as viewable
      from shared_delivery_counters join matching on matching.id = unit_id
      where bucket >= ${since} and bucket < ${until} and kind = 'viewable'
    ), paid as (
      select coalesce(sum(share.billable), 0) as billable,
        coalesce(sum(gross) filter (where asset = 'BTC'), 0) as "paidBtc",
        coalesce(sum(gross) filter (where asset = 'USD'), 0) as "paidUsd"
      from shared_settlement_shares share
      join matching on matching.id = unit_id
      join shared_settlements using (campaign_id, window_start)
      where window_start >= ${since} and window_start < ${until})
    select (select count(*)::integer from matching) as units,
      -- A site is one source; so is a unit that is on none.
      (select count(distinct coalesce('site ' || site_id, 'unit ' || id))::integer from matching) as sources,
      (select coalesce(json_agg(json_build_object('size', size, 'ad_units_count', count) order by count desc, size), '[]')
        from (select size, count(*) from matching group by size) as bySize) as sizes,
      shown.*, paid.*
    from shown, paid`.execute(db)
  const [reach] = rows
  if (!reach) throw new Error('Sums gave no row')
  return reach
}

/**
 * Selects the ad units that a selection reaches. It applies the rules by which delivery decides about a single unit to
 * all units: state, languages, keywords, rating, ad format and targeting.
 */
export function matchingUnits(it: Selection) {
  return sql`
    select unit.id, unit.size, unit.site_id, unit.floor_asset, unit.floor_net_cpm
    from shared_ad_units unit left join shared_sites site on site.id = unit.site_id
      left join shared_site_words said on said.site_id = unit.site_id
    where unit.state = 'active' and unit.kind <> 'affiliate' and (site.id is null or site.state = 'verified')
      and unit.user_id is distinct from ${it.ownerId}::integer
      and (${it.language}::text = 'en' or site.language = ${it.language})
      and (${it.pageLanguages === null}::boolean or
        coalesce(site.language = any(${it.pageLanguages?.codes ?? []}::text[]), false) = ${it.pageLanguages?.mode === 'include'}::boolean)
      and (${(it.keywords?.include ?? []).length === 0}::boolean or ${saysOne(it.keywords?.include)})
      and not ${saysOne(it.keywords?.exclude)}
      and (${it.rating}::text is null or not ${it.rating} = any(unit.disallowed_ratings))
      and (
        (unit.ad_type <> 'banners' and not ${it.isBannersOnly}::boolean)
        or (unit.ad_type <> 'text' and case unit.size when 'Adaptive' then cardinality(${it.bannerSizes}::text[]) > 0
          else unit.size = any(${it.bannerSizes}::text[]) end))
      and (${isEmpty(it.selected)}::boolean or ${includes(it.selected)})
      and not ${includes(it.blocked)}`
}

/** Whether the home page of the site contains one of the keywords. */
function saysOne(keywords: readonly string[] = []) {
  // Without keywords, the text of the sites need not be searched.
  if (keywords.length === 0) return sql`false`
  const beginnings = keywords.filter(it => it.endsWith('*')).map(it => it.slice(0, -1))
  return sql`exists (select from unnest(said.words) word
    where word = any(${keywords}::text[]) or word ^@ any(${beginnings}::text[]))`
}

export type Earnings = { served: bigint; billable: bigint; netBtc: bigint; netUsd: bigint }

/**
 * Returns what ad units of the categories showed and earned in the last days; no category, or the root category, means
 * all units.
 */
export async function readEarnings(
  db: Database,
  it: { categories: number[]; disallowed: readonly string[]; size: string },
  now: Date
): Promise<Earnings> {
  const { since, until } = lastDays(now)
  const isAll = it.categories.length === 0 || it.categories.includes(rootCategoryId)
  const { rows } = await sql<Earnings>`
    with similar_units as materialized (
      select unit.id from shared_ad_units unit
      where unit.kind <> 'affiliate'
        -- Fixed sizes are compared with their like: a skyscraper earns what skyscrapers do.
        and (${it.size}::text = 'Adaptive' or unit.size = ${it.size})
        -- Who refuses as much or more: ratings that are let in may have earned what these will not.
        and unit.disallowed_ratings @> ${it.disallowed}::text[]
        and (${isAll}::boolean or exists (
          select from shared_site_categories where site_id = unit.site_id and category_id = any(${it.categories}::integer[])))
    ), shown as (
      select coalesce(sum(count) filter (where kind = 'served'), 0) as served,
        coalesce(sum(count) filter (where kind = 'billable'), 0) as billable
      from shared_delivery_counters join similar_units on similar_units.id = unit_id
      where bucket >= ${since} and bucket < ${until} and kind in ('served', 'billable')
    ), paid as (
      select coalesce(sum(net) filter (where asset = 'BTC'), 0) as "netBtc",
        coalesce(sum(net) filter (where asset = 'USD'), 0) as "netUsd"
      from shared_settlement_shares
      join similar_units on similar_units.id = unit_id
      join shared_settlements using (campaign_id, window_start)
      where window_start >= ${since} and window_start < ${until})
    select * from shown, paid`.execute(db)
  const [earnings] = rows
  if (!earnings) throw new Error('Sums gave no row')
  return earnings
}

/**
 * Returns the traffic selection of a user's campaign, with the creative of its first variant that is live or awaits
 * review. Null when the
 * campaign is not the user's.
 */
export async function readCampaignSelection(
  db: Database,
  campaignId: number,
  userId: number
): Promise<Selection | null> {
  const { rows } = await sql<{
    language: string
    pageLanguages: Selection['pageLanguages']
    keywords: Selection['keywords']
    rating: string | null
    isBannersOnly: boolean
    bannerSizes: string[]
  }>`
    select language, case when page_languages is not null then
      json_build_object('mode', page_language_mode, 'codes', page_languages) end as "pageLanguages",
      case when included_keywords is not null or excluded_keywords is not null then json_build_object(
        'include', coalesce(included_keywords, '{}'), 'exclude', coalesce(excluded_keywords, '{}')) end as keywords, rating, banners_only as "isBannersOnly",
      array(select distinct size from shared_creative_banners join shared_banners on shared_banners.id = banner_id
        where creative_id = shared_creatives.id) as "bannerSizes"
    from shared_creatives join shared_campaigns on shared_campaigns.id = shared_creatives.campaign_id
    join shared_variants on shared_variants.id = variant_id
    where shared_campaigns.id = ${campaignId} and user_id = ${userId}
    order by variant_id, shared_creatives.state = 'live' desc, shared_creatives.id desc limit 1`.execute(
    db
  )
  const [creative] = rows
  if (!creative) return null
  // A traffic pack is replaced by its targets; targets that the advertiser has removed from it count as blocked.
  const { rows: targets } = await sql<{ type: string; target_id: number; allowed: boolean }>`
    select type, target_id, allowed from shared_campaign_targets
    where campaign_id = ${campaignId} and type <> 'traffic_pack'
    union
    select item.type, item.target_id, target.allowed and item.allowed
    from shared_campaign_targets as target
    join shared_traffic_pack_targets as item on item.traffic_pack_id = target.target_id
    where campaign_id = ${campaignId} and target.type = 'traffic_pack' and (target.allowed or item.allowed)
    union
    select type, target_id, false from shared_campaign_exclusions where campaign_id = ${campaignId}
    limit 100000`.execute(db)
  const of = (isAllowed: boolean): Targets => {
    const ids = (type: string) =>
      targets.filter(it => it.allowed === isAllowed && it.type === type).map(it => it.target_id)
    return { sites: ids('site'), units: ids('ad_unit'), categories: ids('category') }
  }
  return { ...creative, selected: of(true), blocked: of(false), ownerId: userId }
}

/** Whether an ad unit is included; the root category includes every unit. */
function includes({ sites, units, categories }: Targets) {
  return sql`(${categories.includes(rootCategoryId)}::boolean
    or unit.id = any(${units}::integer[])
    or coalesce(unit.site_id = any(${sites}::integer[]), false)
    or exists (select from shared_site_categories
      where site_id = unit.site_id and category_id = any(${categories}::integer[])))`
}

function isEmpty({ sites, units, categories }: Targets): boolean {
  return sites.length === 0 && units.length === 0 && categories.length === 0
}

function lastDays(now: Date): { since: Date; until: Date } {
  const until = Math.floor(now.getTime() / dayMs) * dayMs
  return { since: new Date(until - groundDays * dayMs), until: new Date(until) }
}
