import type { Api } from '@mille/api/client.ts'
import type { Suggestion, SuggestionList } from '@mille/api/support/endpoints.ts'
import { atom } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'

export type SuggestionsStores = ReturnType<typeof createSuggestionsStores>
export type SuggestionsQuery = NonNullable<Parameters<Api['support']['listSuggestions']>[0]>
export type LoadedSuggestions = { list: SuggestionList; query: SuggestionsQuery }

/** State of the suggestion board for a query. */
export function createSuggestionsStores(api: Api, { list: loaded, query }: LoadedSuggestions) {
  const list = createPagedList(loaded, offset =>
    api.support.listSuggestions({ ...query, 'page[offset]': offset })
  )
  const $problems = atom(noProblems)
  const $isSaving = atom(false)
  const $voteProblem = atom<Problem | null>(null)

  async function suggest(title: string, description: string): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const result = await api.support.createSuggestion({ title, description })
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (result.ok) list.put(result.value.data)
    return result.ok
  }

  /** Toggles a vote. It shows at once; the server's count replaces it, and a failed vote is reverted. */
  async function toggleVote(suggestion: Suggestion) {
    const { id, attributes } = suggestion
    const isVoted = !attributes.is_voted
    const votes_count = attributes.votes_count + (isVoted ? 1 : -1)
    list.put({ ...suggestion, attributes: { ...attributes, is_voted: isVoted, votes_count } })
    const result = isVoted
      ? await api.support.voteForSuggestion({ id })
      : await api.support.withdrawVote({ id })
    $voteProblem.set(result.ok ? null : firstProblem(result))
    list.put(result.ok ? result.value.data : suggestion)
  }

  return {
    ...list,
    $problems,
    $isSaving,
    $voteProblem,
    suggest,
    toggleVote,
    clearProblems: () => $problems.set(noProblems)
  }
}
