import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** What a live offer is counted by. */
export type CountedOffer = {
  id: number
  type: string
  languages: readonly string[]
  categories: readonly string[]
  site: string
  promotionLevel: number
  cents: number
}

/** What a process keeps in memory at most; older offers beyond are found, but not counted. */
export const maxCounted = 200_000

export type CatalogIndex = { read: (db: Database) => Promise<readonly CountedOffer[]> }

/**
 * The live offers in memory, for counting. Each reading asks the database for the version first: what another process
 * has changed counts at once. The version is read before the rows, so that rows that are newer are read again, never
 * taken for older ones.
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
      // A reading that failed is not kept; its callers get the error.
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
