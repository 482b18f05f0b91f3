import type { Database, Tx } from '../db/connect.ts'
import { forgetExcludedVisitorsBefore } from './exclusions.ts'

export type BannerFile = { hash: string; contentType: string; bytes: Uint8Array<ArrayBuffer> }

/** What is left of the visitors of earlier days: the keys, and for which campaigns each has been charged. */
export async function forgetVisitorsBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('visitor_keys').where('day', '<', day).execute()
  await tx.deleteFrom('campaign_visitors').where('day', '<', day).execute()
  await forgetExcludedVisitorsBefore(tx, day)
}

/** The key of a day, which is the proposed one if this is the first time that anybody asks for it. */
export async function ensureVisitorKey(tx: Tx, day: string, proposed: Buffer): Promise<Buffer> {
  await tx
    .insertInto('visitor_keys')
    .values({ day, key: proposed })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('visitor_keys')
    .select('key')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.key
}

/** Where a creative leads, also when it has been replaced since; null for one that was never shown or was rejected. */
export async function findCreativeLink(db: Database, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('creatives')
    .select('creative_link')
    .where('id', '=', id)
    .where('state', 'in', ['live', 'superseded'])
    .limit(1)
    .executeTakeFirst()
  return row?.creative_link ?? null
}

export async function findBannerFile(db: Database, id: number): Promise<BannerFile | null> {
  const row = await db
    .selectFrom('banners')
    .select(['hash', 'content_type', 'bytes'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row
    ? { hash: row.hash, contentType: row.content_type, bytes: new Uint8Array(row.bytes) }
    : null
}
