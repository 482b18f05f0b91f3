import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offerSorts, offerTypes } from '@mille/api/constants.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { countFacets } from '@mille/server/marketplace/catalog-facets.ts'
import { createCatalogIndex } from '@mille/server/marketplace/catalog-index.ts'
import { findByWords, listOffers } from '@mille/server/marketplace/catalog-queries.ts'
import type { CatalogFilter } from '@mille/server/marketplace/catalog-rules.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { type Figure, percentile } from './rounds.ts'

const offers = 10_000
const questions = 400
const promisedMs = 25
/** Vocabulary of the offers: about as many different words as a few hundred people use. */
const words = Array.from({ length: 3_000 }, (_, index) => `${(index * 7919).toString(36)}word`)

/**
 * Measures a page of the catalog, and that page with its count and facets, with ten thousand offers and one request at
 * a time.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-catalog-'))
  const embedded = await startEmbedded(folder)
  const database = await connect(embedded.connection, 4)
  try {
    await migrate(database.pool)
    const random = createRandom(8)
    await addOffers(database, random)
    return await measure(database, random)
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure({ db }: Connection, random: Random): Promise<Figure[]> {
  const page = { offset: 0, limit: 18 }
  const catalog = createCatalogIndex()
  const pageMs: number[] = []
  const wholeMs: number[] = []
  for (let index = 0; index < questions; index++) {
    const filter = anyFilter(random)
    const offset = 18 * random.below(5)
    pageMs.push(await millisecondsOf(() => listOffers(db, filter, { ...page, offset })))
    wholeMs.push(
      await millisecondsOf(async () => {
        const [, counted, found] = await Promise.all([
          listOffers(db, filter, { ...page, offset }),
          catalog.read(db),
          findByWords(db, filter.words)
        ])
        countFacets(counted, filter, found)
      })
    )
  }
  const figure = (name: string, values: number[], promised?: number): Figure => {
    const value = percentile(values, 0.95)
    const promise =
      promised === undefined ? {} : { target: `≤ ${promised} ms`, holds: value <= promised }
    return { name, value, unit: 'ms', ...promise }
  }
  return [
    figure(`a page of ${offers} offers, any filter, p95`, pageMs, promisedMs),
    figure(`a page of ${offers} offers with its count and facets, p95`, wholeMs, promisedMs)
  ]
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function addOffers({ db, pool }: Connection, random: Random): Promise<void> {
  const { id } = await db
    .insertInto('users')
    .values({ email: 'publisher@example.com', roles: [], created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = categories.map(it => it.name).filter(it => it !== 'root')
  const sentence = (length: number) => Array.from({ length }, () => random.pick(words)).join(' ')
  for (let start = 0; start < offers; start += 500) {
    await db
      .insertInto('publication_offers')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          user_id: id,
          publication_offer_type: random.pick(offerTypes),
          state: 'live',
          name: `${sentence(4)} ${start + index}`,
          description: sentence(60),
          domain_name: `site-${random.below(800)}.example`,
          languages: [random.pick(languages), 'en'].slice(0, 1 + random.below(2)),
          categories: [random.pick(names), random.pick(names)],
          price_us_cents: BigInt(500 + random.below(200_000)),
          promotion_level: random.chance(0.02) ? 1 : 0,
          created_at: new Date()
        }))
      )
      .execute()
  }
  await pool.query('vacuum analyze publication_offers')
}

function anyFilter(random: Random): CatalogFilter {
  const some = <Value>(values: readonly Value[]) =>
    random.chance(0.3) ? [random.pick(values), random.pick(values)] : []
  return {
    types: some(offerTypes),
    categories: some(['bitcoin', 'news', 'blogs', 'business']),
    languages: some(languages),
    sites: random.chance(0.1) ? [`site-${random.below(800)}.example`] : [],
    promotionLevel: random.chance(0.1) ? 1 : null,
    minCents: random.chance(0.2) ? random.below(100_000) : null,
    maxCents: random.chance(0.2) ? 100_000 + random.below(100_000) : null,
    words: random.chance(0.3) ? random.pick(words).slice(0, 4) : '',
    sort: random.chance(0.5) ? random.pick(offerSorts) : null
  }
}
