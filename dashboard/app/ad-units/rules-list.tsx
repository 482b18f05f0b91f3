import type { ApprovalRule, BlockRule } from '@mille/api/ad-units/endpoints.ts'
import { nameOfProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { Form } from 'react-router'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { type PagedList, RestOfList } from '../page/navigation/rest-of-list.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { placeLabel } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'

type Rule = BlockRule | ApprovalRule
type Texts = {
  title: string
  searchLabel: string
  searchHelp: string
  search: string
  columns: { what: string; where: string; since: string }
  kinds: Partial<Record<Rule['attributes']['kind'], string>>
  remove: string
  removeOne: (what: string) => string
  removed: string
  undo: string
  emptyTitle: string
  emptyText: string
  noneFoundTitle: string
  noneFoundText: string
}

export type RulesListProps<Listed extends Rule> = {
  stores: PagedList<Listed>
  /** What is searched for; empty for the whole list. */
  query: string
  places: Parameters<typeof placeLabel>[1]
  /** Why the last rule could not be removed. */
  problem: Problem | null
  messages: Texts
  /** Columns that only this list has, after the place. */
  more?: ReadonlyArray<TableColumn<Listed>>
  /** Removes a rule, and returns whether it is gone. */
  onRemove: (rule: Listed) => Promise<boolean>
  onUndo: (rule: Listed) => void
}

/** What a publisher blocked or approved, with a search. Each rule has a button that removes it, which can be undone. */
export function RulesList<Listed extends Rule>(props: RulesListProps<Listed>) {
  const { stores, query, problem, messages, onRemove, onUndo } = props
  const rules = useStore(stores.$items)
  const list = useRef<HTMLElement>(null)
  const toast = useToast()

  async function remove(rule: Listed) {
    if (!(await onRemove(rule))) return
    list.current?.focus()
    toast.show({
      title: messages.removed,
      action: { label: messages.undo, onSelect: () => onUndo(rule) }
    })
  }

  return (
    <>
      {(query !== '' || rules.length > 0) && <Search query={query} messages={messages} />}
      {/* When a row is removed, its button is gone too, so the focus moves to the list. */}
      <section ref={list} tabIndex={-1} aria-label={messages.title}>
        <Card isFlush>
          <ProblemNotice problem={problem} />
          <Table
            caption={messages.title}
            isCaptionHidden
            columns={columnsFor(props, rule => void remove(rule))}
            rows={rules}
            rowKey={rule => rule.id}
            empty={
              query === '' ? (
                <EmptyState title={messages.emptyTitle}>{messages.emptyText}</EmptyState>
              ) : (
                <EmptyState icon="search" title={messages.noneFoundTitle}>
                  {messages.noneFoundText}
                </EmptyState>
              )
            }
          />
        </Card>
      </section>
      <RestOfList list={stores} />
    </>
  )
}

function Search({ query, messages }: { query: string; messages: Texts }) {
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

function columnsFor<Listed extends Rule>(
  { places, messages, more = [] }: RulesListProps<Listed>,
  remove: (rule: Listed) => void
): TableColumn<Listed>[] {
  return [
    {
      id: 'what',
      header: messages.columns.what,
      isRowHeader: true,
      render: rule => (
        <span className={layout.row}>
          <span className={layout.soft}>{messages.kinds[rule.attributes.kind]}</span>
          <bdi>{whatOf(rule)}</bdi>
        </span>
      )
    },
    {
      id: 'where',
      header: messages.columns.where,
      render: rule => <bdi>{placeLabel(rule, places)}</bdi>
    },
    ...more,
    {
      id: 'since',
      header: messages.columns.since,
      render: ({ attributes: { created_at } }) => (
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      )
    },
    {
      id: 'remove',
      header: messages.remove,
      isHeaderHidden: true,
      align: 'end',
      render: rule => (
        <Button
          size="small"
          aria-label={messages.removeOne(whatOf(rule))}
          onClick={() => remove(rule)}
        >
          {messages.remove}
        </Button>
      )
    }
  ]
}

function whatOf({ attributes }: Rule): string {
  const { kind, ad } = attributes
  if (ad && kind === 'creative') return blockingMessages.adCalled(ad.title, ad.domain)
  if (ad) return ad.advertiser_name ?? blockingMessages.advertiserOf(ad.title, ad.domain)
  if (!('domain' in attributes)) return ''
  return nameOfProductCategory(attributes.product_category) ?? attributes.domain ?? ''
}
