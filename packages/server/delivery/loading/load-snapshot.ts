import { embedSettings } from '@mille/api/ad-units/schema.ts'
import type { AdType, UnitFallback } from '@mille/api/constants.ts'
import type { AdColors } from '@mille/api/delivery/protocol.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { HouseAd } from '../choosing/house-ads.ts'
import type { Banner, Unit } from '../choosing/inventory.ts'
import { groupBanners } from './group-banners.ts'
import { loadApproved, loadRefused } from './load-place-rules.ts'

/** Maximum number of rows per query; more than one machine's memory should hold. */
export const maxRows = 5_000_000

export type Wanted =
  | { ids: readonly number[] }
  | { sites: readonly number[] }
  | { owners: readonly number[] }
  | 'all'

const unitColumns = [
  'unit.id',
  'unit.user_id',
  'unit.kind',
  'unit.state',
  'unit.size',
  'unit.ad_type',
  'unit.disallowed_ratings',
  'unit.settings',
  'unit.fallback',
  'unit.fallback_url',
  'unit.floor_asset',
  'unit.floor_net_cpm',
  'unit.site_id',
  'site.domain_name',
  'site.state as site_state',
  'site.language'
] as const

/** A house ad as stored in JSON. Dates are strings with the offset of the database's time zone. */
type StoredHouseAd = {
  id: number
  text: string
  link: string
  weight: number
  starts_at: string | null
  ends_at: string | null
}

/** Loads units by ID, or all units of sites or accounts. */
export async function loadUnits(tx: Tx, wanted: Wanted): Promise<Unit[]> {
  let query = tx
    .selectFrom('shared_ad_units as unit')
    .leftJoin('shared_sites as site', 'site.id', 'unit.site_id')
    .select(unitColumns)
    .select(
      sql<
        number[]
      >`array(select category_id from shared_site_categories where site_id = unit.site_id order by 1)`.as(
        'categories'
      )
    )
    .select(
      sql<StoredHouseAd[]>`coalesce((
        select jsonb_agg(to_jsonb(house_ad) order by id) from shared_house_ads house_ad where unit_id = unit.id), '[]')`.as(
        'house_ads'
      )
    )
    .select(
      sql<boolean>`exists (select from excluded_units where unit_id = unit.id)`.as('is_excluded')
    )
    .select(
      sql<boolean>`exists (select from suspended_accounts where user_id = unit.user_id)`.as(
        'is_suspended'
      )
    )
  if (wanted !== 'all') {
    if ('ids' in wanted) query = query.where('unit.id', 'in', [0, ...wanted.ids])
    else if ('sites' in wanted) query = query.where('unit.site_id', 'in', [0, ...wanted.sites])
    else query = query.where('unit.user_id', 'in', [0, ...wanted.owners])
  }
  const rows = await query.limit(maxRows).execute()
  const owners = [...new Set(rows.map(it => it.user_id))]
  const refusedBy = await loadRefused(tx, owners)
  const approvedBy = await loadApproved(tx, owners)
  const houseAds = rows.flatMap(it => it.house_ads.map(ad => ad.id))
  const banners = await loadBannersOfHouseAds(tx, wanted === 'all' ? 'all' : houseAds)
  const words = await loadWords(tx, [...new Set(rows.map(it => it.site_id))])
  return rows.map(row => {
    // Settings were saved through the same schema, so invalid ones were edited by hand in the database; other units
    // must still serve.
    const settings = embedSettings.safeParse(row.settings).data ?? embedSettings.parse({})
    return {
      id: row.id,
      owner: row.user_id,
      // The database checks the values of these columns.
      kind: row.kind as Unit['kind'],
      state: row.state as Unit['state'],
      size: row.size as UnitSize,
      adType: row.ad_type as AdType,
      disallowedRatings: new Set(row.disallowed_ratings),
      refused: refusedBy(row),
      approved: approvedBy(row),
      floor: readFloor(row),
      site: readSite(row, words.get(row.site_id) ?? noWords),
      categories: row.categories,
      position: settings.position,
      stickySide: settings.sticky_side,
      colors: definedColors(settings.color),
      look: settings.look,
      font: settings.font,
      hasInvitation: settings.invitation_link === 'internal',
      isExcluded: row.is_excluded,
      isSuspended: row.is_suspended,
      houseAds: row.house_ads.map(it => readHouseAd(it, banners.get(it.id))),
      fallback: row.fallback as UnitFallback,
      fallbackUrl: row.fallback_url
    }
  })
}

const noWords: ReadonlySet<string> = new Set()

/** Loads the banners of house ads, by house ad. */
async function loadBannersOfHouseAds(
  tx: Tx,
  wanted: readonly number[] | 'all'
): Promise<Map<number, Banner[]>> {
  if (wanted.length === 0) return new Map()
  const query = tx
    .selectFrom('shared_house_ad_banners as link')
    .innerJoin('shared_banners as banner', 'banner.id', 'link.banner_id')
    .select(['link.house_ad_id as ad', 'banner.id', 'banner.size', 'banner.hash'])
    .orderBy('banner.id')
    .limit(maxRows)
  const rows = await (wanted === 'all'
    ? query
    : query.where('link.house_ad_id', 'in', wanted)
  ).execute()
  return groupBanners(rows)
}

/** Loads the words of sites' home pages, by site; a site's units share the set. */
async function loadWords(tx: Tx, sites: readonly (number | null)[]) {
  const { rows } = await sql<{ site_id: number; words: string[] }>`
    select site_id, words from shared_site_words
    where site_id = any(${sites}::int[]) and words <> '{}' limit ${maxRows}`.execute(tx)
  return new Map<number | null, ReadonlySet<string>>(
    rows.map(row => [row.site_id, new Set(row.words)])
  )
}

function readSite(
  row: {
    site_id: number | null
    domain_name: string | null
    site_state: string | null
    language: string | null
  },
  words: ReadonlySet<string>
): Unit['site'] {
  const { site_id: id, domain_name, site_state, language } = row
  if (id === null) return null
  const isVerified = site_state === 'verified'
  return { id, domain: domain_name ?? '', isVerified, language: language ?? '', words }
}

function readFloor(row: {
  floor_asset: string | null
  floor_net_cpm: bigint | null
}): Unit['floor'] {
  const { floor_asset: asset, floor_net_cpm: netCpm } = row
  return asset === null || netCpm === null ? null : { asset: asset as Asset, netCpm }
}

function readHouseAd(stored: StoredHouseAd, banners: readonly Banner[] = []): HouseAd {
  const { text, link, weight, starts_at, ends_at } = stored
  const dates = { startsAt: readMoment(starts_at), endsAt: readMoment(ends_at) }
  return { text, link, weight, banners, ...dates }
}

function readMoment(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Drops colors left to the reader's theme, which the schema keeps as undefined. */
function definedColors(colors: { [Name in keyof AdColors]: string | undefined }): AdColors {
  return Object.fromEntries(Object.entries(colors).filter(([, color]) => color !== undefined))
}
