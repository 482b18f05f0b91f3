import type { ReportedCreatives, ShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { domainOf } from '@mille/api/host-names.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type BannerRow, bannersOfCreatives, picturesByIds } from './banner-queries.ts'
import {
  type CreativeOwner,
  type CreativeRow,
  creativesByIds,
  ownersOfCreatives
} from './creative-queries.ts'
import { bannerResource, creativeResources } from './documents.ts'

type Shown = Omit<ShownCreative['attributes'], 'invitation_url'> & { id: number }

/** Returns a creative as readers saw it; undefined if it was never live or was rejected. */
export async function findShownCreative(db: Database | Tx, id: number): Promise<Shown | undefined> {
  return (await findShownCreatives(db, [id])).get(id)
}

/** Returns the creatives that were shown, as readers saw them, by ID. */
export async function findShownCreatives(
  db: Database | Tx,
  ids: readonly number[]
): Promise<Map<number, Shown>> {
  const rows = (await creativesByIds(db, ids)).filter(wasShown)
  const shown = rows.map(it => it.id)
  const banners = await bannersOfCreatives(db, shown)
  const pictures = await picturesByIds(
    db,
    rows.flatMap(it => [it.advert_logo, it.advert_illustration].flatMap(id => id ?? []))
  )
  const ads = await describeAds(db, shown)
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        title: row.link_text,
        text: row.creative_text,
        action: row.creative_action,
        domain: domainOf(row.creative_link),
        advertiser_name: ads.get(row.id)?.advertiser_name ?? null,
        language: row.language,
        banners_only: row.banners_only,
        banners: (banners.get(row.id) ?? []).map(it => ({
          id: String(it.id),
          size: it.size,
          ...pictureOf(it)
        })),
        logo: pictureOrNull(pictures.get(row.advert_logo ?? 0)),
        illustration: pictureOrNull(pictures.get(row.advert_illustration ?? 0))
      }
    ])
  )
}

/** A creative that was superseded by an edit was live if an operator had decided on it. */
function wasShown({ state, decided_at: decidedAt }: CreativeRow): boolean {
  return state === 'live' || (state === 'superseded' && decidedAt !== null)
}

/** Omits the file name, which may reveal more than the advertiser meant to show. */
function pictureOf(row: BannerRow) {
  const { source, width, height } = bannerResource(row).attributes
  return { source, width, height }
}

function pictureOrNull(row: BannerRow | undefined) {
  return row ? pictureOf(row) : null
}

/** Returns creatives and their owners, for operators. */
export async function readReportedCreatives(
  db: Database,
  ids: readonly number[]
): Promise<{ owners: Map<number, CreativeOwner>; included: ReportedCreatives['included'] }> {
  const { data, included } = await creativeResources(db, await creativesByIds(db, ids))
  return { owners: await ownersOfCreatives(db, ids), included: [...data, ...included] }
}

/** Returns what publishers may know about ads, by creative ID. */
export async function describeAds(
  db: Database | Tx,
  ids: readonly number[]
): Promise<
  Map<number, { id: string; title: string; domain: string; advertiser_name: string | null }>
> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('creatives')
    .innerJoin('campaigns', 'campaigns.id', 'creatives.campaign_id')
    .leftJoin('account_names', 'account_names.id', 'campaigns.user_id')
    .select(['creatives.id', 'link_text', 'creative_link', 'account_names.advertiser_name'])
    .where(it => it('creatives.id', '=', it.fn.any(it.val([...ids]))))
    .limit(ids.length)
    .execute()
  return new Map(
    rows.map(({ id, link_text: title, creative_link: link, advertiser_name }) => [
      id,
      { id: String(id), title, domain: domainOf(link), advertiser_name }
    ])
  )
}
