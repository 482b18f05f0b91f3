import type { CallResult } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from './problems.ts'

export type Page<Item> = { data: Item[]; meta: { pagination: { records: number } } }

/** State of a paged list with the first page loaded; `loadPage` loads the page at an offset. */
export function createPagedList<Item extends { id: string }>(
  loaded: Page<Item>,
  loadPage: (offset: number) => Promise<CallResult<Page<Item>>>
) {
  const $items = atom<readonly Item[]>(loaded.data)
  const $records = atom(loaded.meta.pagination.records)
  const $hasMore = computed([$items, $records], (items, records) => items.length < records)
  const $isLoading = atom(false)
  const $problem = atom<Problem | null>(null)

  async function loadMore() {
    if ($isLoading.get()) return
    $isLoading.set(true)
    const result = await loadPage($items.get().length)
    $isLoading.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    const known = new Set($items.get().map(item => item.id))
    // New items at the top shift the pages, so known items are skipped.
    $items.set([...$items.get(), ...result.value.data.filter(it => !known.has(it.id))])
    $records.set(result.value.meta.pagination.records)
  }

  /** Replaces an item in place, or adds an unknown one at the top. */
  function put(item: Item) {
    const items = $items.get()
    const isKnown = items.some(it => it.id === item.id)
    $items.set(isKnown ? items.map(it => (it.id === item.id ? item : it)) : [item, ...items])
    if (!isKnown) $records.set($records.get() + 1)
  }

  /** Replaces the list with a newly loaded first page. */
  function replace(page: Page<Item>) {
    $items.set(page.data)
    $records.set(page.meta.pagination.records)
  }

  function remove(id: string) {
    const items = $items.get().filter(it => it.id !== id)
    if (items.length === $items.get().length) return
    $items.set(items)
    $records.set($records.get() - 1)
  }

  return { $items, $records, $hasMore, $isLoading, $problem, loadMore, put, replace, remove }
}
