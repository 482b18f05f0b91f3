import { createReviewStores } from '@mille/stores/admin/review-queue.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { useStore } from '@nanostores/react'
import { answerOf } from '../../page/answer.ts'
import { useStores } from '../../page/app-context.tsx'
import { type LoadArgs, pageContext } from '../../page/page-context.ts'
import { pageTitle } from '../../page/page-title.ts'
import type { Route } from './+types/review-page.ts'
import { QueuePage } from './queue-page.tsx'
import { ReviewCard } from './review-card.tsx'
import { reviewMessages as messages } from './review-messages.ts'

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
  return (
    <QueuePage
      title={messages.title}
      description={records > 0 ? messages.keys : messages.description}
      badge={records > 0 && <Badge tone="info">{messages.waiting(records)}</Badge>}
      items={items}
      keyOf={item => item.creative.id}
      empty={{ title: messages.empty, text: messages.emptyText }}
    >
      {item => <ReviewCard item={item} stores={stores} />}
    </QueuePage>
  )
}
