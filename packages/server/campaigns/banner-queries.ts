import type { PictureKind } from '@mille/api/constants.ts'
import type { BannerSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Banners } from '../db/schema.generated.ts'
import type { Picture } from './banner-picture.ts'
import type { CreativePicture } from './creative-picture.ts'

/** A banner, logo, or illustration without its bytes. */
export type BannerRow = Pick<
  Selectable<Banners>,
  'id' | 'file_name' | 'width' | 'height' | 'hash'
> & { size: BannerSize | Exclude<PictureKind, 'banner'> }

const bannerColumns = [
  'banners.id',
  'banners.file_name',
  'banners.size',
  'banners.width',
  'banners.height',
  'banners.hash'
] as const

export async function insertBanner(
  db: Database,
  userId: number,
  fileName: string,
  picture: Picture | CreativePicture,
  at: Date
): Promise<BannerRow> {
  const { width, height, size, bytes, avif, hash, contentType } = picture
  return db
    .insertInto('banners')
    .values({
      user_id: userId,
      file_name: fileName,
      width,
      height,
      size,
      bytes,
      avif,
      hash,
      content_type: contentType,
      created_at: at
    })
    .returning(bannerColumns)
    .$castTo<BannerRow>()
    .executeTakeFirstOrThrow()
}

/** Returns the banners of creatives, grouped by creative. */
export async function bannersOfCreatives(
  db: Database | Tx,
  creativeIds: readonly number[]
): Promise<Map<number, BannerRow[]>> {
  const byCreative = new Map<number, BannerRow[]>(creativeIds.map(id => [id, []]))
  if (creativeIds.length === 0) return byCreative
  const rows = await db
    .selectFrom('creative_banners')
    .innerJoin('banners', 'banners.id', 'creative_banners.banner_id')
    .select(['creative_banners.creative_id', ...bannerColumns])
    .where('creative_banners.creative_id', 'in', creativeIds)
    .orderBy('banners.id')
    .$castTo<BannerRow & { creative_id: number }>()
    .execute()
  for (const { creative_id: creativeId, ...banner } of rows)
    byCreative.get(creativeId)?.push(banner)
  return byCreative
}

/** Returns pictures of any owner by their IDs. */
export async function picturesByIds(
  db: Database | Tx,
  ids: readonly number[]
): Promise<Map<number, BannerRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('banners')
    .select(bannerColumns)
    .where('id', 'in', ids)
    .limit(ids.length)
    .$castTo<BannerRow>()
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Checks whether all pictures belong to the account and are of this kind. They cannot be deleted until the transaction
 * ends.
 */
export async function holdOwnBanners(
  db: Database | Tx,
  userId: number,
  ids: readonly number[],
  kind: PictureKind = 'banner'
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await db
    .selectFrom('banners')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where(eb =>
      kind === 'banner' ? eb('size', 'not in', ['logo', 'illustration']) : eb('size', '=', kind)
    )
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.length === new Set(ids).size
}

export async function deleteOwnBanner(
  tx: Tx,
  userId: number,
  id: number
): Promise<'done' | 'not_found' | 'in_use'> {
  const banner = await tx
    .selectFrom('banners')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!banner) return 'not_found'
  const use = await tx
    .selectFrom('creative_banners')
    .select('creative_id as id')
    .where('banner_id', '=', id)
    .union(
      tx
        .selectFrom('creatives')
        .select('id')
        .where(eb => eb.or([eb('advert_logo', '=', id), eb('advert_illustration', '=', id)]))
    )
    .union(
      tx
        .selectFrom('shared_house_ad_banners')
        .select('house_ad_id as id')
        .where('banner_id', '=', id)
    )
    .limit(1)
    .executeTakeFirst()
  if (use) return 'in_use'
  await tx.deleteFrom('banners').where('id', '=', id).execute()
  return 'done'
}
