import type { Facets } from '@mille/api/marketplace/endpoints.ts'
import type { CountedOffer } from './catalog-index.ts'
import type { CatalogFilter } from './catalog-rules.ts'

/** Maximum number of sites in the facet. A person does not read through more; the others are found by their name. */
const maxSites = 20

type FacetName = keyof Facets

/**
 * Counts the matching offers, and for each value of each facet how many offers selecting it would leave: with every
 * filter except the facet's own. `found` are the ids of the offers that contain the search words; null without search
 * words.
 */
export function countFacets(
  offers: readonly CountedOffer[],
  filter: CatalogFilter,
  found: ReadonlySet<number> | null
): { records: number; facets: Facets } {
  const tests = testsOf(filter)
  const names = Object.keys(tests) as FacetName[]
  const counts = new Map(names.map(name => [name, new Map<string, number>()]))
  let records = 0
  for (const offer of offers) {
    if (found && !found.has(offer.id)) continue
    if (filter.minCents !== null && offer.cents < filter.minCents) continue
    if (filter.maxCents !== null && offer.cents > filter.maxCents) continue
    const failed = names.filter(name => !tests[name](offer))
    if (failed.length === 0) records++
    // An offer that fails one filter still counts for that filter's own facet; one that fails two filters counts for
    // none.
    const counted = failed.length === 0 ? names : failed.length === 1 ? failed : []
    for (const name of counted) {
      const values = counts.get(name)
      for (const value of valuesOf(offer, name)) values?.set(value, (values.get(value) ?? 0) + 1)
    }
  }
  const facetOf = (name: FacetName) =>
    [...(counts.get(name) ?? [])]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return {
    records,
    facets: {
      publication_offer_type: facetOf('publication_offer_type'),
      languages: facetOf('languages'),
      categories: facetOf('categories'),
      sites: facetOf('sites').slice(0, maxSites),
      promotion_level: facetOf('promotion_level')
    }
  }
}

function testsOf(filter: CatalogFilter): Record<FacetName, (offer: CountedOffer) => boolean> {
  const oneOf = (wanted: readonly string[], values: (offer: CountedOffer) => readonly string[]) => {
    const set = new Set(wanted)
    return (offer: CountedOffer) => set.size === 0 || values(offer).some(it => set.has(it))
  }
  return {
    publication_offer_type: oneOf(filter.types, it => [it.type]),
    languages: oneOf(filter.languages, it => it.languages),
    categories: oneOf(filter.categories, it => it.categories),
    sites: oneOf(filter.sites, it => [it.site]),
    promotion_level: it =>
      filter.promotionLevel === null || it.promotionLevel === filter.promotionLevel
  }
}

function valuesOf(offer: CountedOffer, name: FacetName): readonly string[] {
  if (name === 'languages' || name === 'categories') return offer[name]
  if (name === 'sites') return [offer.site]
  return [name === 'promotion_level' ? String(offer.promotionLevel) : offer.type]
}
