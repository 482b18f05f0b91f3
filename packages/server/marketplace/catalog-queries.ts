import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { maxCounted } from './catalog-index.ts'
import { type CatalogFilter, sortOf, textQuery } from './catalog-rules.ts'
import { type OfferRow, offerColumns } from './offer-queries.ts'

type Condition = RawBuilder<boolean>

/** Reads a page of the catalog. */
export async function listOffers(
  db: Database,
  filter: CatalogFilter,
  page: { offset: number; limit: number }
): Promise<OfferRow[]> {
  const { rows } = await pageQuery(filter, page).execute(db)
  return rows
}

/** A separate function, so that a test can check the query plan. */
export function pageQuery(filter: CatalogFilter, page: { offset: number; limit: number }) {
  return sql<OfferRow>`
    select ${sql.join(offerColumns.map(it => sql.ref(it)))}
    from publication_offers
    where ${sql.join(conditionsOf(filter), sql` and `)}
    order by ${orderOf(filter)}
    limit ${page.limit} offset ${page.offset}`
}

/** Returns the ids of the newest live offers. */
export async function liveOfferIds(db: Database, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('publication_offers')
    .select('id')
    .where('state', '=', 'live')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(it => it.id)
}

/** Finds the live offers that contain the words; null when there are no words to search for. */
export async function findByWords(db: Database, words: string): Promise<Set<number> | null> {
  const query = textQuery(words)
  if (query === null) return null
  const rows = await db
    .selectFrom('publication_offers')
    .select('id')
    .where('state', '=', 'live')
    .where(sql<boolean>`search @@ to_tsquery('simple', ${query})`)
    .orderBy('id', 'desc')
    .limit(maxCounted)
    .execute()
  return new Set(rows.map(row => row.id))
}

function conditionsOf(filter: CatalogFilter): Condition[] {
  const query = textQuery(filter.words)
  const { types, languages, categories, sites, promotionLevel, minCents, maxCents } = filter
  const all: Condition[] = [sql<boolean>`state = 'live'`]
  if (minCents !== null) all.push(sql`price_us_cents >= ${BigInt(minCents)}::bigint`)
  if (maxCents !== null) all.push(sql`price_us_cents <= ${BigInt(maxCents)}::bigint`)
  if (query !== null) all.push(sql`search @@ to_tsquery('simple', ${query})`)
  if (types.length > 0) all.push(sql`publication_offer_type = any(${types}::text[])`)
  if (languages.length > 0) all.push(sql`languages && ${languages}::text[]`)
  if (categories.length > 0) all.push(sql`categories && ${categories}::text[]`)
  if (sites.length > 0) all.push(sql`domain_name = any(${sites}::text[])`)
  if (promotionLevel !== null) all.push(sql`promotion_level = ${promotionLevel}`)
  return all
}

function orderOf(filter: CatalogFilter): RawBuilder<unknown> {
  const orders = {
    '-price_us_cents': sql`price_us_cents desc, id desc`,
    price_us_cents: sql`price_us_cents, id`,
    '-rating': sql`rating desc nulls last, id desc`,
    '-created_at': sql`id desc`,
    relevance: sql`ts_rank(search, to_tsquery('simple', ${textQuery(filter.words)})) desc, id desc`
  }
  return orders[sortOf(filter)]
}
