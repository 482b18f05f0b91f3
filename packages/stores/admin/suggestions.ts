import type { Api } from '@mille/api/client.ts'
import type { SuggestionState } from '@mille/api/constants.ts'
import type { SuggestionList } from '@mille/api/support/endpoints.ts'
import { atom } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ModerationStores = ReturnType<typeof createModerationStores>
export type Moderation = {
  state?: SuggestionState
  /** Reply to the suggestion; null removes it. */
  reply?: string | null
  is_hidden?: boolean
}

/** State of all suggestions, for the operators who decide about them. */
export function createModerationStores(api: Api, loaded: SuggestionList) {
  const list = createPagedList(loaded, offset =>
    api.support.listModeratedSuggestions({ 'page[offset]': offset })
  )
  /** ID of the suggestion that could not be changed, and why. */
  const $failed = atom<{ id: string; problem: Problem } | null>(null)

  async function moderate(id: string, change: Moderation): Promise<boolean> {
    const result = await api.support.moderateSuggestion({ id, ...change })
    $failed.set(result.ok ? null : { id, problem: firstProblem(result) })
    if (result.ok) list.put(result.value.data)
    return result.ok
  }

  return { ...list, $failed, moderate }
}
