import type { Utm } from '@mille/api/campaigns/utm.ts'
import { utmNames } from '@mille/api/constants.ts'
import type { Database } from '../../db/connect.ts'

export type BannerFile = {
  hash: string
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
  /** The same picture as AVIF, which is smaller; null when there is no AVIF version. */
  avif: Uint8Array<ArrayBuffer> | null
}

/** Where a creative leads. `campaignName` is the creative's headline when the campaign has no name. */
export type Destination = { link: string; campaignName: string; utm: Utm }

/** Finds where a creative leads, even if it has been replaced since; null when it was never shown or was rejected. */
export async function findDestination(db: Database, id: number): Promise<Destination | null> {
  const row = await db
    .selectFrom('shared_creatives')
    .innerJoin('shared_campaigns', 'shared_campaigns.id', 'shared_creatives.campaign_id')
    .select(['creative_link', 'link_text', 'name', ...utmNames])
    .where('shared_creatives.id', '=', id)
    .where('shared_creatives.state', 'in', ['live', 'superseded'])
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { creative_link: link, link_text: title, name, ...utm } = row
  return { link, campaignName: name ?? title, utm }
}

export async function findBannerFile(db: Database, id: number): Promise<BannerFile | null> {
  const row = await db
    .selectFrom('shared_banners')
    .select(['hash', 'content_type', 'bytes', 'avif'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    hash: row.hash,
    contentType: row.content_type,
    bytes: new Uint8Array(row.bytes),
    avif: row.avif && new Uint8Array(row.avif)
  }
}
