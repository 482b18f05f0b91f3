import type { Database, Tx } from '../db/connect.ts'

/** Stores a logo; the same picture twice is one logo. */
export async function insertLogo(
  db: Database,
  userId: number,
  { hash, bytes }: { hash: string; bytes: Buffer },
  at: Date
): Promise<void> {
  await db
    .insertInto('publication_logos')
    .values({ user_id: userId, hash, bytes, content_type: 'image/webp', created_at: at })
    .onConflict(conflict => conflict.columns(['user_id', 'hash']).doNothing())
    .execute()
}

export async function hasLogo(tx: Tx, userId: number, hash: string): Promise<boolean> {
  const found = await tx
    .selectFrom('publication_logos')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function readLogoFile(db: Database, hash: string) {
  return db
    .selectFrom('publication_logos')
    .select(['bytes', 'content_type'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

export const logoSource = (hash: string) => `/media/logos/${hash}`
