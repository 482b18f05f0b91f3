import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Banner, Campaign, Creative } from '../choosing/inventory.ts'
import { variantShares } from '../choosing/variant-shares.ts'
import { groupBanners } from './group-banners.ts'
import { maxRows } from './load-snapshot.ts'

type Row = Omit<Creative, 'share' | 'banners'> & {
  campaign: number
  choice: string
  weight: number
  views: bigint
  clicks: bigint
}

type Creatives = Campaign['creatives']

/**
 * Loads the live creatives of the wanted campaigns that are active, by campaign, in the order of their variants, with
 * their shares of the campaign's views. `inAnyState` adds other campaigns, with their newest creative if none is live.
 */
export async function loadCreatives(
  tx: Tx,
  wanted: readonly number[] | 'all',
  inAnyState: boolean
): Promise<Map<number, Creatives>> {
  const { rows } = await sql<Row>`
    select creative.id, creative.campaign_id as campaign, campaign.variant_choice as choice,
      coalesce(variant.weight, 1) as weight, language, link_text as "linkText", creative_text as text,
      creative_action as action, creative_link as link, rating, product_category as "productCategory", banners_only as "isBannersOnly",
      ${picturePath(sql`advert_logo`)} as logo, ${picturePath(sql`advert_illustration`)} as illustration,
      coalesce(seen.views, 0) as views, coalesce(seen.clicks, 0) as clicks
    from shared_creatives as creative
    join shared_campaigns as campaign on campaign.id = creative.campaign_id and (${inAnyState} or campaign.state = 'active')
    left join shared_variants as variant on variant.id = creative.variant_id
    left join lateral (
      select sum(billable)::bigint as views, sum(clicked)::bigint as clicks from campaign_day_creatives
      where campaign_id = creative.campaign_id and creative_id = creative.id
    ) as seen on campaign.variant_choice = 'best'
    where (creative.state = 'live' or ${inAnyState} and creative.id = (
        select id from shared_creatives where campaign_id = creative.campaign_id
        order by (state = 'live') desc, id desc limit 1))
      and ${wanted === 'all' ? sql`true` : sql`creative.campaign_id = any(${wanted})`}
    order by creative.campaign_id, creative.variant_id
    limit ${maxRows}`.execute(tx)
  const banners = await loadBanners(tx, wanted)
  const creatives = new Map<number, Creatives>()
  for (const [campaign, own] of Map.groupBy(rows, row => row.campaign)) {
    const shares = sharesOf(own)
    const [first, ...others] = own.map((row, index) =>
      creativeOf(row, shares[index] ?? 1, banners.get(row.id) ?? [])
    )
    if (first) creatives.set(campaign, [first, ...others])
  }
  return creatives
}

/** Returns the shares of a campaign's creatives: their weights, or how likely each is the one that is clicked most. */
function sharesOf(rows: readonly Row[]): number[] {
  if (rows[0]?.choice !== 'best' || rows.length === 1) return rows.map(row => row.weight)
  return variantShares(
    rows.map(({ views, clicks }) => ({ views: Number(views), clicks: Number(clicks) }))
  )
}

function creativeOf(row: Row, share: number, banners: Banner[]): Creative {
  const { campaign: _campaign, choice: _choice, weight: _weight, ...counted } = row
  const { views: _views, clicks: _clicks, ...creative } = counted
  return { ...creative, share, banners }
}

function picturePath(id: ReturnType<typeof sql>) {
  return sql<
    string | null
  >`(select '/media/banners/' || id || '/' || hash from shared_banners where id = creative.${id})`
}

async function loadBanners(tx: Tx, wanted: readonly number[] | 'all') {
  const query = tx
    .selectFrom('shared_creative_banners as link')
    .innerJoin('shared_creatives as creative', 'creative.id', 'link.creative_id')
    .innerJoin('shared_banners as banner', 'banner.id', 'link.banner_id')
    .select(['link.creative_id as ad', 'banner.id', 'banner.size', 'banner.hash'])
    .where('creative.state', 'in', ['live', 'pending'])
    .orderBy('banner.id')
    .limit(maxRows)
  const rows = await (wanted === 'all'
    ? query
    : query.where('creative.campaign_id', 'in', [0, ...wanted])
  ).execute()
  return groupBanners(rows)
}
