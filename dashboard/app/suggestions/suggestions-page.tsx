import { createSuggestionsStores } from '@mille/stores/suggestions/suggestions.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApp, useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { problemText } from '../page/messages.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { signInPath } from '../page/navigation/return-path.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/suggestions-page.ts'
import { suggestionMessages as messages } from './messages.ts'
import { NewSuggestion } from './new-suggestion.tsx'
import { readQuery } from './read-query.ts'
import { SuggestionCard } from './suggestion-card.tsx'
import { SuggestionFilters } from './suggestion-filters.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const query = readQuery(new URL(args.request.url).searchParams)
  return { list: answerOf(await api.support.listSuggestions(query), args), query }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function SuggestionsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createSuggestionsStores, loaderData)
  const items = useStore(stores.$items)
  const voteProblem = useStore(stores.$voteProblem)
  const isAuthorized = useStore(useApp().session.$isAuthorized)
  const [isSuggesting, setIsSuggesting] = useState(false)
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          isAuthorized ? (
            <Button variant="primary" icon="plus" onClick={() => setIsSuggesting(true)}>
              {messages.create}
            </Button>
          ) : (
            <Button href={signInPath('/suggestions')}>{messages.signIn}</Button>
          )
        }
      />
      <SuggestionFilters query={loaderData.query} />
      {voteProblem && (
        <Notice tone="alarm" isLive>
          {problemText(voteProblem)}
        </Notice>
      )}
      {items.map(suggestion => (
        <SuggestionCard
          key={suggestion.id}
          suggestion={suggestion}
          onVote={isAuthorized ? () => void stores.toggleVote(suggestion) : undefined}
        />
      ))}
      {items.length === 0 && (
        <EmptyState icon="info" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      )}
      <RestOfList list={stores} />
      <NewSuggestion stores={stores} isOpen={isSuggesting} onOpenChange={setIsSuggesting} />
    </div>
  )
}
