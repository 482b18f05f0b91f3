import type { Api } from '@mille/api/client.ts'
import type { LetterList } from '@mille/api/support/endpoints.ts'
import { atom, computed } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LetterStores = ReturnType<typeof createLetterStores>

/** State of the letters from people without an account. A marked letter keeps its place until the page is reloaded. */
export function createLetterStores(api: Api, loaded: LetterList) {
  const list = createPagedList(loaded, offset =>
    api.support.listLetters({ 'page[offset]': offset })
  )
  const { $items } = list
  const isWaiting = (it: LetterList['data'][number]) => it.attributes.answered_at === null
  const $waitingCount = computed($items, items => items.filter(isWaiting).length)
  const $marking = atom<string | null>(null)
  /** ID of the letter that could not be marked, and why. */
  const $failed = atom<{ id: string; problem: Problem } | null>(null)

  async function mark(id: string, isAnswered: boolean): Promise<boolean> {
    if ($marking.get() !== null) return false
    $marking.set(id)
    const result = await api.support.markLetter({ id, is_answered: isAnswered })
    $marking.set(null)
    $failed.set(result.ok ? null : { id, problem: firstProblem(result) })
    if (result.ok) list.put(result.value.data)
    return result.ok
  }

  return { ...list, $waitingCount, $marking, $failed, mark }
}
