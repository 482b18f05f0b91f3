import { createReportedStores } from '@mille/stores/admin/reported-creatives.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { useStore } from '@nanostores/react'
import { answerOf } from '../../page/answer.ts'
import { useStores } from '../../page/app-context.tsx'
import { type LoadArgs, pageContext } from '../../page/page-context.ts'
import { pageTitle } from '../../page/page-title.ts'
import type { Route } from './+types/reports-page.ts'
import { QueuePage } from './queue-page.tsx'
import { ReportedCard } from './reported-card.tsx'
import { reportsMessages as messages } from './reports-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.adReports.listReportedCreatives(), args)
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createReportedStores, loaderData)
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
      {item => <ReportedCard item={item} stores={stores} />}
    </QueuePage>
  )
}
