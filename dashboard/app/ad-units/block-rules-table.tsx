import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import { nameOfProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { BlockRulesStores } from '@mille/stores/ad-units/block-rules.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { placeLabel } from './block-places.ts'
import { blockingMessages as messages } from './blocking-messages.ts'

type BlockRulesTableProps = {
  stores: BlockRulesStores
  places: ReadonlyArray<{ value: string; label: string }>
  isSearch: boolean
  onRemove: (rule: BlockRule) => void
}

/** The existing block rules, each with a button that removes it. */
export function BlockRulesTable({ stores, places, isSearch, onRemove }: BlockRulesTableProps) {
  const rules = useStore(stores.$items)
  const problem = useStore(stores.$removeProblem)
  return (
    <Card isFlush>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={columnsFor(places, onRemove)}
        rows={rules}
        rowKey={rule => rule.id}
        empty={
          isSearch ? (
            <EmptyState icon="search" title={messages.noneFoundTitle}>
              {messages.noneFoundText}
            </EmptyState>
          ) : (
            <EmptyState title={messages.emptyTitle}>{messages.emptyText}</EmptyState>
          )
        }
      />
    </Card>
  )
}

function columnsFor(
  places: BlockRulesTableProps['places'],
  onRemove: BlockRulesTableProps['onRemove']
) {
  return [
    {
      id: 'what',
      header: messages.columns.what,
      isRowHeader: true,
      render: (rule: BlockRule) => (
        <span className={layout.row}>
          <span className={layout.soft}>{messages.kinds[rule.attributes.kind]}</span>
          <bdi>{whatOf(rule)}</bdi>
        </span>
      )
    },
    {
      id: 'where',
      header: messages.columns.where,
      render: (rule: BlockRule) => <bdi>{placeLabel(rule, places)}</bdi>
    },
    {
      id: 'note',
      header: messages.columns.note,
      render: ({ attributes: { note } }: BlockRule) => note !== null && <bdi>{note}</bdi>
    },
    {
      id: 'since',
      header: messages.columns.since,
      render: ({ attributes: { created_at } }: BlockRule) => (
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      )
    },
    {
      id: 'remove',
      header: messages.remove,
      isHeaderHidden: true,
      align: 'end' as const,
      render: (rule: BlockRule) => (
        <Button
          size="small"
          aria-label={messages.removeOne(whatOf(rule))}
          onClick={() => onRemove(rule)}
        >
          {messages.remove}
        </Button>
      )
    }
  ]
}

function whatOf({ attributes }: BlockRule): string {
  const { kind, domain, ad, product_category } = attributes
  if (!ad) return nameOfProductCategory(product_category) ?? domain ?? ''
  if (kind === 'creative') return messages.adCalled(ad.title, ad.domain)
  return ad.advertiser_name ?? messages.advertiserOf(ad.title, ad.domain)
}
