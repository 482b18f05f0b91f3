import type { StatementSummary } from '@mille/api/finances/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { assetsIn, useReaderColumns } from '../page/money/money.tsx'
import { LedgerAmount } from '../page/money/worth.tsx'
import { statementMessages as messages } from './messages.ts'

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a month such as `2026-03` as text, in UTC like the days of a statement. */
export const formatMonth = (name: string) => month.format(new Date(`${name}-01T00:00:00Z`))

/** The months of an account, each with a link to its statement. */
export function StatementMonths({ months }: { months: readonly StatementSummary[] }) {
  const columns = useReaderColumns(assetsIn(months.map(it => ({ asset: it.attributes.currency }))))
  return (
    <Card title={messages.months} isFlush>
      <Table
        caption={messages.months}
        isCaptionHidden
        columns={[
          {
            ...{ id: 'month', header: messages.month },
            render: ({ attributes: { month, currency } }) => (
              <Link href={`/finances/statement?month=${month}&currency=${currency}`}>
                {messages.monthIn(formatMonth(month), currency)}
              </Link>
            )
          },
          {
            ...{ id: 'state', header: messages.state },
            render: it => messages.states[it.attributes.state]
          },
          ...(['opening_balance', 'closing_balance'] as const).map(id => ({
            ...{ id, header: messages.balances[id], align: 'end' as const, isAmount: true },
            render: ({ attributes }: StatementSummary) => (
              <LedgerAmount
                units={BigInt(attributes[id])}
                asset={attributes.currency}
                columns={columns}
              />
            )
          }))
        ]}
        rows={months}
        rowKey={it => it.id}
        empty={<EmptyState title={messages.none}>{messages.noneText}</EmptyState>}
      />
    </Card>
  )
}
