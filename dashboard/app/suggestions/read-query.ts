import { suggestionStates } from '@mille/api/constants.ts'
import type { SuggestionsQuery } from '@mille/stores/suggestions/suggestions.ts'

/** Reads the board's filters from an address such as `/suggestions?state=planned&sort=-created_at`. */
export function readQuery(search: URLSearchParams): SuggestionsQuery {
  const state = suggestionStates.find(it => it === search.get('state'))
  const token = search.get('token')
  return {
    sort: search.get('sort') === '-created_at' ? '-created_at' : '-votes_count',
    ...(state === undefined ? {} : { 'filter[state]': state }),
    ...(token === null ? {} : { token })
  }
}
