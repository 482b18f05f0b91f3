import type { Database } from '../../db/connect.ts'

export type BannerFile = { hash: string; contentType: string; bytes: Uint8Array<ArrayBuffer> }

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
