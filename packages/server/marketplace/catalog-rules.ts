import type { OfferSort, OfferType } from '@mille/api/constants.ts'

/** Filters of a catalog search; an empty list does not filter. */
export type CatalogFilter = {
  types: readonly OfferType[]
  categories: readonly string[]
  languages: readonly string[]
  sites: readonly string[]
  promotionLevel: number | null
  minCents: number | null
  maxCents: number | null
  /** The search text as the person typed it. */
  words: string
  sort: OfferSort | null
}

/**
 * Returns a text query that matches every word by its beginning, so that `podca` finds podcasts while it is being
 * typed; null when there is no word. It contains only letters and digits, so that no PostgreSQL operator can be typed.
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

/** Returns the sort order. Relevance applies only if there are search words. */
export function sortOf({ sort, words }: CatalogFilter): OfferSort {
  const hasWords = textQuery(words) !== null
  if (sort === null) return hasWords ? 'relevance' : '-price_us_cents'
  return sort === 'relevance' && !hasWords ? '-price_us_cents' : sort
}
