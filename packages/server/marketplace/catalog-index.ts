import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** The attributes by which a live offer is counted. */
export type CountedOffer = {
  id: number
  type: string
  languages: readonly string[]
  categories: readonly string[]
  site: string
  promotionLevel: number
  cents: number
}

/** Maximum number of offers that a process keeps in memory. Older offers are found, but not counted. */
export const maxCounted = 200_000

export type CatalogIndex = { read: (db: Database) => Promise<readonly CountedOffer[]> }

/**
 * Keeps the live offers in memory, for counting. Each read first queries the database for the catalog's version, so
 * that changes by other processes count at once. The version is read before the rows: rows may be newer than it, and
 * are then read again, but never older.
 */
export function createCatalogIndex(): CatalogIndex {
  let kept: { version: bigint; offers: Promise<readonly CountedOffer[]> } | null = null

  return {
    async read(db) {
      const { version } = await db
        .selectFrom('publication_catalog')
        .select('version')
        .limit(1)
        .executeTakeFirstOrThrow()
      if (kept?.version === version) return kept.offers
      const offers = readOffers(db)
      kept = { version, offers }
      // A failed read is not cached; its callers receive the error.
      offers.catch(() => {
        if (kept?.offers === offers) kept = null
      })
      return offers
    }
  }
}

async function readOffers(db: Database): Promise<readonly CountedOffer[]> {
  const rows = await db
    .selectFrom('publication_offers')
    .select([
      'id',
      'publication_offer_type as type',
      'languages',
      'categories',
      'domain_name as site',
      'promotion_level as promotionLevel',
      sql<number>`price_us_cents::float8`.as('cents')
    ])
    .where('state', '=', 'live')
    .orderBy('id', 'desc')
    .limit(maxCounted)
    .execute()
  return rows
}
