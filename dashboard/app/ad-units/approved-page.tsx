import { approvedFilter, createApprovedStores } from '@mille/stores/ad-units/approved.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/approved-page.ts'
import { approvedMessages as messages } from './approval-messages.ts'
import { ApprovalNav } from './approval-nav.tsx'
import { blockPlaces } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'
import { loadPlaces } from './load-places.ts'
import { RulesList } from './rules-list.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const query = (new URL(args.request.url).searchParams.get('query') ?? '').slice(0, 100)
  const [list, places] = await Promise.all([
    api.adUnits.listApprovalRules(approvedFilter(query)),
    loadPlaces(args)
  ])
  return {
    list: answerOf(list, args),
    query,
    ...places
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/** What a publisher approved, each with a button that takes the approval back. */
export default function ApprovedPage({ loaderData }: Route.ComponentProps) {
  const { query, sites, units } = loaderData
  const stores = useStores(createApprovedStores, loaderData)
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<Button href="/ad-units/blocking">{blockingMessages.title}</Button>}
      />
      <ApprovalNav />
      <RulesList
        {...{ stores, query, messages }}
        places={blockPlaces(sites, units)}
        problem={useStore(stores.$changeProblem)}
        onRemove={stores.takeBack}
        onUndo={stores.undo}
      />
    </div>
  )
}
