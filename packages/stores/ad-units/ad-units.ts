import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LoadedAdUnits = { units: AdUnit[]; records: number; sites: Site[] }

/** The account's ad units, newest first, with the first page loaded. */
export function createAdUnitsStores(api: Api, loaded: LoadedAdUnits) {
  const $units = atom(loaded.units)
  const $records = atom(loaded.records)
  const $hasMore = computed([$units, $records], (units, records) => units.length < records)
  const $isLoading = atom(false)
  const $problem = atom<Problem | null>(null)
  const sites = new Map(loaded.sites.map(site => [site.id, site]))

  async function loadMore() {
    if ($isLoading.get()) return
    $isLoading.set(true)
    const result = await api.adUnits.listAdUnits({ 'page[offset]': $units.get().length })
    $isLoading.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    const known = new Set($units.get().map(unit => unit.id))
    $units.set([...$units.get(), ...result.value.data.filter(it => !known.has(it.id))])
    $records.set(result.value.meta.pagination.records)
  }

  function siteOf(unit: AdUnit): Site | null {
    return sites.get(unit.relationships.site.data?.id ?? '') ?? null
  }

  return { $units, $hasMore, $isLoading, $problem, loadMore, siteOf }
}
