import type { Api } from '@mille/api/client.ts'
import type { OfferList } from '@mille/api/marketplace/endpoints.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import { atom, computed } from 'nanostores'
import {
  type CatalogFilter,
  changeFilter,
  emptyFilter,
  type ListName,
  narrowings,
  readFilter,
  toggleValue,
  writeFilter
} from './catalog-filter.ts'

export type CatalogStores = ReturnType<typeof createCatalogStores>
export type LoadedCatalog = {
  /** The query string of the page's address, without the question mark. */
  queryString: string
  list: OfferList
  /** Changes the address; the page that then loads creates new stores. */
  onChange?: (queryString: string) => void
}

/** State of the catalog for its address. The filter is part of the address, so that a link shows the same offers. */
export function createCatalogStores(_api: Api, { queryString, list, onChange }: LoadedCatalog) {
  const $filter = atom<CatalogFilter>(readFilter(queryString))
  const $offers = atom(list.data)
  const $records = atom(list.meta.pagination.records)
  const $facets = atom(list.meta.facets)
  const $narrowings = computed($filter, narrowings)
  const $pageCount = computed([$records, $filter], (records, { isPreview }) =>
    isPreview ? 1 : Math.ceil(records / pageSizes.catalog)
  )

  function set(filter: CatalogFilter) {
    $filter.set(filter)
    onChange?.(writeFilter(filter))
  }

  return {
    $filter,
    $offers,
    $records,
    $facets,
    $narrowings,
    $pageCount,
    change: (change: Partial<CatalogFilter>) => set(changeFilter($filter.get(), change)),
    toggle: (name: ListName, value: string) => set(toggleValue($filter.get(), name, value)),
    /** Resets the whole filter except the sort order. */
    clear: () => set({ ...emptyFilter, sortBy: $filter.get().sortBy }),
    /** Returns the query string of another page with the same filter. */
    pageQuery: (page: number) => writeFilter({ ...$filter.get(), page })
  }
}
