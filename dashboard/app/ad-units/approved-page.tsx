import type { ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import {
  type ApprovedStores,
  approvedFilter,
  createApprovedStores
} from '@mille/stores/ad-units/approved.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { Form } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/approved-page.ts'
import { approvalMessages, approvedMessages as messages } from './approval-messages.ts'
import { ApprovalNav } from './approval-nav.tsx'
import { blockPlaces, placeLabel } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'
import { loadPlaces } from './load-places.ts'

type Places = ReturnType<typeof blockPlaces>

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
  const rules = useStore(stores.$items)
  const problem = useStore(stores.$changeProblem)
  const list = useRef<HTMLElement>(null)
  const takeBack = useTakeBack(stores, () => list.current?.focus())
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<Button href="/ad-units/blocking">{blockingMessages.title}</Button>}
      />
      <ApprovalNav />
      {(query !== '' || rules.length > 0) && <Search query={query} />}
      {/* When a row is removed, its button is gone too, so the focus moves to the list. */}
      <section ref={list} tabIndex={-1} aria-label={messages.title}>
        <Card isFlush>
          <ProblemNotice problem={problem} />
          <Table
            caption={messages.title}
            isCaptionHidden
            columns={columnsFor(blockPlaces(sites, units), rule => void takeBack(rule))}
            rows={rules}
            rowKey={rule => rule.id}
            empty={<Empty isSearch={query !== ''} />}
          />
        </Card>
      </section>
      <RestOfList list={stores} />
    </div>
  )
}

function Search({ query }: { query: string }) {
  return (
    <Form method="get" className={layout.form} role="search">
      <TextField
        label={messages.searchLabel}
        help={messages.searchHelp}
        name="query"
        type="search"
        defaultValue={query}
      />
      <div>
        <Button type="submit" icon="search">
          {messages.search}
        </Button>
      </div>
    </Form>
  )
}

function Empty({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState icon="search" title={messages.noneFoundTitle}>
      {messages.noneFoundText}
    </EmptyState>
  ) : (
    <EmptyState title={messages.emptyTitle}>{messages.emptyText}</EmptyState>
  )
}

/** Returns a function that takes an approval back and offers to undo it. */
function useTakeBack(stores: ApprovedStores, focusList: () => void) {
  const toast = useToast()
  return async (rule: ApprovalRule) => {
    if (!(await stores.takeBack(rule))) return
    focusList()
    toast.show({
      title: messages.takenBack,
      action: { label: approvalMessages.undo, onSelect: () => void stores.undo(rule) }
    })
  }
}

function columnsFor(
  places: Places,
  onTakeBack: (rule: ApprovalRule) => void
): TableColumn<ApprovalRule>[] {
  return [
    {
      id: 'what',
      header: messages.columns.what,
      isRowHeader: true,
      render: rule => (
        <span className={layout.row}>
          <span className={layout.soft}>{messages.kinds[kindOf(rule)]}</span>
          <bdi>{whatOf(rule)}</bdi>
        </span>
      )
    },
    {
      id: 'where',
      header: messages.columns.where,
      render: rule => <bdi>{placeLabel(rule, places)}</bdi>
    },
    {
      id: 'since',
      header: messages.columns.since,
      render: ({ attributes: { created_at } }) => (
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      )
    },
    {
      id: 'take-back',
      header: messages.takeBack,
      isHeaderHidden: true,
      align: 'end',
      render: rule => (
        <Button
          size="small"
          aria-label={messages.takeBackOne(whatOf(rule))}
          onClick={() => onTakeBack(rule)}
        >
          {messages.takeBack}
        </Button>
      )
    }
  ]
}

const kindOf = ({ attributes }: ApprovalRule) =>
  attributes.kind === 'advertiser' ? 'advertiser' : 'creative'

function whatOf({ attributes: { kind, ad } }: ApprovalRule): string {
  if (!ad) return ''
  if (kind === 'creative') return blockingMessages.adCalled(ad.title, ad.domain)
  return ad.advertiser_name ?? blockingMessages.advertiserOf(ad.title, ad.domain)
}
