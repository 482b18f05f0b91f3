import { createModerationStores } from '@mille/stores/admin/suggestions.ts'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/moderation-page.ts'
import { ModerationCard } from './moderation-card.tsx'
import { moderationMessages as messages } from './moderation-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.support.listModeratedSuggestions(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ModerationPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createModerationStores, loaderData)
  const items = useStore(stores.$items)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      {items.map(suggestion => (
        <ModerationCard key={suggestion.id} suggestion={suggestion} stores={stores} />
      ))}
      {items.length === 0 && (
        <EmptyState icon="info" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      )}
      <RestOfList list={stores} />
    </div>
  )
}
