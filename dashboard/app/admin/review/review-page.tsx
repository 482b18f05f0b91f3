import { createReviewStores } from '@mille/stores/admin/review-queue.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { answerOf } from '../../page/answer.ts'
import { useStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { type LoadArgs, pageContext } from '../../page/page-context.ts'
import { pageTitle } from '../../page/page-title.ts'
import { AdminNav } from '../admin-nav.tsx'
import type { Route } from './+types/review-page.ts'
import { QueueItem } from './queue-item.tsx'
import { ReviewCard } from './review-card.tsx'
import { reviewMessages as messages } from './review-messages.ts'
import { useQueueKeys } from './use-queue-keys.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.admin.readReviewQueue(), args)
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createReviewStores, loaderData)
  const items = useStore(stores.$items)
  const records = useStore(stores.$records)
  useQueueKeys()
  return (
    <div className={layout.stack}>
      <AdminNav />
      <PageHeader
        title={messages.title}
        description={records > 0 ? messages.keys : messages.description}
        badge={records > 0 && <Badge tone="info">{messages.waiting(records)}</Badge>}
      />
      {items.map(item => (
        <QueueItem key={item.creative.id}>
          <ReviewCard item={item} stores={stores} />
        </QueueItem>
      ))}
      {items.length === 0 && (
        <EmptyState icon="success" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      )}
    </div>
  )
}
