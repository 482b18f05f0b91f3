import type { Api } from '@mille/api/client.ts'
import {
  type OfferSort,
  type OfferType,
  offerLengths,
  offerSorts,
  offerTypes
} from '@mille/api/constants.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import { languages } from '@mille/api/reference-data/languages.ts'

/** A reader's filter of the catalog. Prices are in US cents. */
export type CatalogFilter = {
  types: readonly OfferType[]
  categories: readonly string[]
  languages: readonly string[]
  sites: readonly string[]
  priceMin: number | null
  priceMax: number | null
  hotOffers: boolean
  words: string
  /** Sort order; null sorts by highest price or, with search words, by relevance. */
  sortBy: OfferSort | null
  isPreview: boolean
  page: number
}
export type ListName = 'types' | 'categories' | 'languages' | 'sites'

export const emptyFilter: CatalogFilter = {
  types: [],
  categories: [],
  languages: [],
  sites: [],
  priceMin: null,
  priceMax: null,
  hotOffers: false,
  words: '',
  sortBy: null,
  isPreview: false,
  page: 1
}

export type CatalogQuery = NonNullable<Parameters<Api['marketplace']['listOffers']>[0]>

/** The API's parameter names: a query string built for the API shows the same page. */
const keys = {
  types: 'filter[publication_offer_type_in]',
  categories: 'filter[categories_name_in]',
  languages: 'filter[languages_code_in]',
  sites: 'filter[site_domain_name_in]',
  priceMin: 'filter[price_us_cents_gteq]',
  priceMax: 'filter[price_us_cents_lteq]',
  hotOffers: 'filter[promotion_level_eq]',
  words: 'filter[query]',
  sortBy: 'sort',
  isPreview: 'preview',
  page: 'page[number]'
} as const

/** Restores a filter from a query string, ignoring unknown or invalid values. */
export function readFilter(text: string): CatalogFilter {
  const search = new URLSearchParams(text)
  const list = <Value extends string>(key: string, known?: readonly Value[]) => {
    const values = search.getAll(key).flatMap(it => it.split(','))
    const wanted = values.map(it => it.trim()).filter(it => it !== '')
    const kept = known ? wanted.filter(it => known.includes(it as Value)) : wanted
    return [...new Set(kept)].slice(0, 50) as Value[]
  }
  const number = (key: string, min: number) => {
    const value = search.get(key) ?? ''
    return /^\d{1,12}$/.test(value) && Number(value) >= min ? Number(value) : null
  }
  const flag = (key: string) => ['1', 'true'].includes(search.get(key) ?? '')
  const sort = search.get(keys.sortBy)
  return {
    types: list(keys.types, offerTypes),
    categories: list<string>(
      keys.categories,
      categories.map(it => it.name)
    ),
    languages: list<string>(keys.languages, languages),
    sites: list(keys.sites).filter(it => it.length <= 260),
    priceMin: number(keys.priceMin, 0),
    priceMax: number(keys.priceMax, 0),
    hotOffers: flag(keys.hotOffers),
    words: (search.get(keys.words) ?? '').trim().slice(0, offerLengths.query),
    sortBy: offerSorts.find(it => it === sort) ?? null,
    isPreview: flag(keys.isPreview),
    page: Math.min(number(keys.page, 1) ?? 1, 10_000)
  }
}

/** Returns the query string of a filter without default values; empty for the whole catalog. */
export function writeFilter(filter: CatalogFilter): string {
  const search = new URLSearchParams()
  for (const name of ['types', 'categories', 'languages', 'sites'] as const)
    if (filter[name].length > 0) search.set(keys[name], filter[name].join(','))
  if (filter.priceMin !== null) search.set(keys.priceMin, String(filter.priceMin))
  if (filter.priceMax !== null) search.set(keys.priceMax, String(filter.priceMax))
  if (filter.hotOffers) search.set(keys.hotOffers, '1')
  if (filter.words !== '') search.set(keys.words, filter.words)
  if (filter.sortBy !== null) search.set(keys.sortBy, filter.sortBy)
  if (filter.isPreview) search.set(keys.isPreview, '1')
  if (filter.page > 1) search.set(keys.page, String(filter.page))
  return search.toString()
}

export function catalogQuery(filter: CatalogFilter): CatalogQuery {
  return Object.fromEntries(new URLSearchParams(writeFilter(filter))) as CatalogQuery
}

/** Changes the filter and returns to the first page, unless the change itself sets the page. */
export function changeFilter(filter: CatalogFilter, change: Partial<CatalogFilter>): CatalogFilter {
  return { ...filter, page: 1, ...change }
}

/** Adds a value to one of the filter's lists, or removes it. */
export function toggleValue(filter: CatalogFilter, name: ListName, value: string): CatalogFilter {
  const values: readonly string[] = filter[name]
  const next = values.includes(value) ? values.filter(it => it !== value) : [...values, value]
  return changeFilter(filter, { [name]: next })
}

/** One criterion that narrows the catalog, and the filter without it. */
export type Narrowing = {
  name: keyof CatalogFilter
  value: string
  without: CatalogFilter
}

/** Lists all criteria that narrow the catalog, in the order of the form. Sort order and page do not narrow it. */
export function narrowings(filter: CatalogFilter): Narrowing[] {
  const lists = (['types', 'categories', 'languages', 'sites'] as const).flatMap(name =>
    filter[name].map(value => ({ name, value, without: toggleValue(filter, name, value) }))
  )
  const one = (name: keyof CatalogFilter, isSet: boolean, value: string): Narrowing[] =>
    isSet ? [{ name, value, without: changeFilter(filter, { [name]: emptyFilter[name] }) }] : []
  return [
    ...one('words', filter.words !== '', filter.words),
    ...lists,
    ...one('priceMin', filter.priceMin !== null, String(filter.priceMin)),
    ...one('priceMax', filter.priceMax !== null, String(filter.priceMax)),
    ...one('hotOffers', filter.hotOffers, '1')
  ]
}
