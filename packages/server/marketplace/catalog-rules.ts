import type { OfferSort, OfferType } from '@mille/api/constants.ts'

/** What the catalog is asked for; an empty list filters nothing. */
export type CatalogFilter = {
  types: readonly OfferType[]
  categories: readonly string[]
  languages: readonly string[]
  sites: readonly string[]
  promotionLevel: number | null
  minCents: number | null
  maxCents: number | null
  /** What the person typed. */
  words: string
  sort: OfferSort | null
}

/**
 * A text query that finds every word by its beginning, so that `podca` finds podcasts while it is typed; null when
 * there is no word. Only letters and digits go in: none of PostgreSQL's operators can be typed.
 */
export function textQuery(words: string): string | null {
  const found = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return found.length === 0
    ? null
    : found
        .slice(0, 10)
        .map(word => `${word}:*`)
        .join(' & ')
}

/** By relevance only while there are words to be relevant to. */
export function sortOf({ sort, words }: CatalogFilter): OfferSort {
  const hasWords = textQuery(words) !== null
  if (sort === null) return hasWords ? 'relevance' : '-price_us_cents'
  return sort === 'relevance' && !hasWords ? '-price_us_cents' : sort
}
