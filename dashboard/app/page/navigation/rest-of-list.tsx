import type { Problem } from '@mille/stores/shared/problems.ts'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { problemText } from '../messages.ts'

/** What a page needs of a paged list to show it. */
export type PagedList<Item> = {
  $items: ReadableAtom<readonly Item[]>
  $records: ReadableAtom<number>
  $isLoading: ReadableAtom<boolean>
  $problem: ReadableAtom<Problem | null>
  loadMore: () => Promise<void>
}

/** The button that loads more of a list, and its error. Renders nothing if the whole list is shown. */
export function RestOfList({ list }: { list: PagedList<unknown> }) {
  const shown = useStore(list.$items).length
  const total = useStore(list.$records)
  const isLoading = useStore(list.$isLoading)
  const problem = useStore(list.$problem)
  if (shown >= total && !problem) return null
  return (
    <LoadMore
      shown={shown}
      total={total}
      isLoading={isLoading}
      error={problem ? problemText(problem) : undefined}
      onLoadMore={() => void list.loadMore()}
    />
  )
}
