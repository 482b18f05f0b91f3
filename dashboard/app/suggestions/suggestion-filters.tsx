import { suggestionStates } from '@mille/api/constants.ts'
import type { SuggestionsQuery } from '@mille/stores/suggestions/suggestions.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { useSearchParams } from 'react-router'
import layout from '../page/layout.module.css'
import { suggestionMessages as messages, suggestionStateBadges } from './messages.ts'

const states = [
  { value: 'any', label: messages.anyState },
  ...suggestionStates.map(value => ({ value, label: suggestionStateBadges[value].label }))
]
const orders = [
  { value: '-votes_count', label: messages.byVotes },
  { value: '-created_at', label: messages.byDate }
]

/** The filters are stored in the address, so that a link shows the same list. */
export function SuggestionFilters({ query }: { query: SuggestionsQuery }) {
  const [search, setSearch] = useSearchParams()

  function choose(name: string, value: string, standard: string) {
    const next = new URLSearchParams(search)
    if (value === standard) next.delete(name)
    else next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }

  return (
    <div className={layout.pair}>
      <Select
        label={messages.state}
        name="state"
        options={states}
        value={query['filter[state]'] ?? 'any'}
        onChange={value => choose('state', value, 'any')}
      />
      <Select
        label={messages.sort}
        name="sort"
        options={orders}
        value={query.sort ?? '-votes_count'}
        onChange={value => choose('sort', value, '-votes_count')}
      />
    </div>
  )
}
