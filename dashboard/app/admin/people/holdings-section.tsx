import type { Holdings } from '@mille/api/admin/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import layout from '../../page/layout.module.css'
import { useOwnRoles } from '../../page/use-own-roles.ts'
import { opensAddress } from '../admin-places.ts'
import { trustMessages, trustText } from '../trust-text.ts'
import { holdingColumns } from './holdings-columns.tsx'
import { holdingsMessages as messages } from './holdings-messages.ts'

type Part = keyof typeof messages.titles

/** What an account owns: one table for each kind that is not empty. */
export function HoldingsSection({ holdings }: { holdings: Holdings }) {
  const { attributes } = holdings
  const chat = `/admin/chat/${holdings.id}`
  const mayAnswer = opensAddress(useOwnRoles(), chat)
  const trust = trustText(attributes.trust)
  const isEmpty = Object.keys(messages.titles).every(it => attributes[it as Part].count === 0)
  return (
    <div className={layout.stack}>
      {attributes.has_chat && mayAnswer && (
        <div>
          <Button href={chat}>{messages.chat}</Button>
        </div>
      )}
      {trust !== null && <Card title={trustMessages.title}>{trust}</Card>}
      {isEmpty && (
        <Card>
          <EmptyState icon="info" title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        </Card>
      )}
      <Newest part="campaigns" of={attributes.campaigns} columns={holdingColumns.campaigns} />
      <Newest part="sites" of={attributes.sites} columns={holdingColumns.sites} />
      <Newest part="ad_units" of={attributes.ad_units} columns={holdingColumns.ad_units} />
      <Newest part="deposits" of={attributes.deposits} columns={holdingColumns.deposits} />
      <Newest part="withdrawals" of={attributes.withdrawals} columns={holdingColumns.withdrawals} />
      <Newest part="orders" of={attributes.orders} columns={holdingColumns.orders} />
      <Newest part="reports" of={attributes.reports} columns={holdingColumns.reports} />
    </div>
  )
}

type NewestProps<Row> = {
  part: Part
  of: { count: number; items: readonly Row[] }
  columns: readonly TableColumn<Row>[]
}

function Newest<Row extends { id: string }>({ part, of, columns }: NewestProps<Row>) {
  const { count, items } = of
  if (count === 0) return null
  const title = messages.titled(messages.titles[part], count)
  return (
    <Card
      title={title}
      description={count > items.length ? messages.newest(items.length) : undefined}
      isFlush
    >
      <Table caption={title} isCaptionHidden columns={columns} rows={items} rowKey={it => it.id} />
    </Card>
  )
}
