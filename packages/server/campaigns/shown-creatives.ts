import type { ReportedCreatives, ShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { domainOf } from '@mille/api/host-names.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type BannerRow, bannersOfCreatives, picturesByIds } from './banner-queries.ts'
import {
  advertiserOfCampaign,
  type CreativeOwner,
  type CreativeRow,
  creativesByIds,
  findCreative,
  ownersOfCreatives
} from './creative-queries.ts'
import { bannerResource, creativeResources } from './documents.ts'

type Shown = Omit<ShownCreative['attributes'], 'invitation_url'> & { id: number }

/** A creative as readers saw it; undefined for one that never was live, or was rejected. */
export async function findShownCreative(db: Database | Tx, id: number): Promise<Shown | undefined> {
  const row = await findCreative(db, id)
  if (!row || !wasShown(row)) return undefined
  const banners = (await bannersOfCreatives(db, [id])).get(id) ?? []
  const { advert_logo: logo, advert_illustration: illustration } = row
  const pictures = await picturesByIds(
    db,
    [logo, illustration].flatMap(it => it ?? [])
  )
  return {
    id,
    title: row.link_text,
    text: row.creative_text,
    action: row.creative_action,
    domain: domainOf(row.creative_link),
    advertiser_name: await advertiserOfCampaign(db, row.campaign_id),
    language: row.language,
    banners_only: row.banners_only,
    banners: banners.map(it => ({ id: String(it.id), size: it.size, ...pictureOf(it) })),
    logo: pictureOrNull(pictures.get(logo ?? 0)),
    illustration: pictureOrNull(pictures.get(illustration ?? 0))
  }
}

/** One that an edit took the place of was live if an operator had decided on it. */
function wasShown({ state, decided_at: decidedAt }: CreativeRow): boolean {
  return state === 'live' || (state === 'superseded' && decidedAt !== null)
}

/** A file's name may say more than the advertiser meant to show. */
function pictureOf(row: BannerRow) {
  const { source, width, height } = bannerResource(row).attributes
  return { source, width, height }
}

function pictureOrNull(row: BannerRow | undefined) {
  return row ? pictureOf(row) : null
}

/** Creatives for operators, and whose they are. */
export async function readReportedCreatives(
  db: Database,
  ids: readonly number[]
): Promise<{ owners: Map<number, CreativeOwner>; included: ReportedCreatives['included'] }> {
  const { data, included } = await creativeResources(db, await creativesByIds(db, ids))
  return { owners: await ownersOfCreatives(db, ids), included: [...data, ...included] }
}

/** What publishers may know of ads, by creative. */
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
