import { maxHouseAdBanners, maxHouseAds } from '@mille/api/constants.ts'
import type { Selectable } from 'kysely'
import { type BannerRow, picturesByIds } from '../campaigns/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { HouseAds } from '../db/schema.generated.ts'

export type HouseAdRow = Selectable<HouseAds>

const columns = [
  'id',
  'unit_id',
  'text',
  'link',
  'weight',
  'starts_at',
  'ends_at',
  'created_at'
] as const

/** Returns the house ads of an ad unit, oldest first. */
export async function listHouseAdsOf(db: Database, unitId: number): Promise<HouseAdRow[]> {
  return db
    .selectFrom('house_ads')
    .select(columns)
    .where('unit_id', '=', unitId)
    .orderBy('id')
    .limit(maxHouseAds)
    .execute()
}

export function countHouseAds(tx: Tx, unitId: number): Promise<number> {
  return countRows(tx.selectFrom('house_ads').where('unit_id', '=', unitId))
}

export async function insertHouseAd(tx: Tx, ad: Omit<HouseAdRow, 'id'>): Promise<HouseAdRow> {
  return tx.insertInto('house_ads').values(ad).returning(columns).executeTakeFirstOrThrow()
}

/** Reads and locks one of the account's own house ads. */
export async function lockHouseAd(
  tx: Tx,
  userId: number,
  id: number
): Promise<HouseAdRow | undefined> {
  return tx
    .selectFrom('house_ads')
    .select(columns)
    .where('id', '=', id)
    .where('unit_id', 'in', own =>
      own.selectFrom('ad_units').select('id').where('user_id', '=', userId)
    )
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

/** Writes all fields of a house ad that can be changed. */
export async function writeHouseAd(tx: Tx, ad: HouseAdRow): Promise<void> {
  const { id, text, link, weight, starts_at, ends_at } = ad
  await tx
    .updateTable('house_ads')
    .set({ text, link, weight, starts_at, ends_at })
    .where('id', '=', id)
    .execute()
}

/** Returns the banners of house ads of one unit, by house ad, oldest first. */
export async function bannersOfHouseAds(
  db: Database | Tx,
  houseAdIds: readonly number[]
): Promise<Map<number, BannerRow[]>> {
  const banners = new Map<number, BannerRow[]>(houseAdIds.map(id => [id, []]))
  if (houseAdIds.length === 0) return banners
  const links = await db
    .selectFrom('house_ad_banners')
    .select(['house_ad_id', 'banner_id'])
    .where('house_ad_id', 'in', houseAdIds)
    .orderBy('banner_id')
    .limit(maxHouseAds * maxHouseAdBanners)
    .execute()
  const pictures = await picturesByIds(db, [...new Set(links.map(it => it.banner_id))])
  for (const { house_ad_id, banner_id } of links) {
    const picture = pictures.get(banner_id)
    if (picture) banners.get(house_ad_id)?.push(picture)
  }
  return banners
}

/** Replaces the banners of a house ad, whose own row the same transaction writes, by banners of the same account. */
export async function writeHouseAdBanners(
  tx: Tx,
  houseAdId: number,
  bannerIds: readonly number[]
): Promise<void> {
  await tx.deleteFrom('house_ad_banners').where('house_ad_id', '=', houseAdId).execute()
  if (bannerIds.length === 0) return
  const rows = [...new Set(bannerIds)].map(id => ({ house_ad_id: houseAdId, banner_id: id }))
  await tx.insertInto('house_ad_banners').values(rows).execute()
}

/** Deletes a house ad. Returns whether the account had it. */
export async function deleteHouseAd(db: Database, userId: number, id: number): Promise<boolean> {
  const found = await db
    .deleteFrom('house_ads')
    .where('id', '=', id)
    .where('unit_id', 'in', own =>
      own.selectFrom('ad_units').select('id').where('user_id', '=', userId)
    )
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}
