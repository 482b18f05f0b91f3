import type { Books } from '@mille/api/books/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { formatCount, formatMoment } from '../page/formats.ts'
import { reasonText } from '../statistics/messages.ts'
import { booksMessages as messages } from './messages.ts'

type Row = { id: string; label: string; today: number; month: number }

/** The billable views, and the uncounted views by reason. */
export function ViewsCard({ views }: { views: Books['views'] }) {
  const at = views.counted_at
  const counted = at === null ? messages.viewsNotCounted : messages.viewsAt(formatMoment(at))
  return (
    <Card title={messages.views} description={`${messages.viewsText} ${counted}`} isFlush>
      <Table
        caption={messages.views}
        isCaptionHidden
        columns={columns}
        rows={rowsOf(views)}
        rowKey={it => it.id}
      />
    </Card>
  )
}

function rowsOf({ today, last_30_days: month }: Books['views']): Row[] {
  const sum = (rejected: Record<string, number>) =>
    Object.values(rejected).reduce((total, it) => total + it, 0)
  const reasons = Object.entries(month.rejected)
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({
      id: reason,
      label: reasonText(reason),
      today: today.rejected[reason] ?? 0,
      month: count
    }))
  return [
    { id: ' billable', label: messages.billable, today: today.billable, month: month.billable },
    {
      id: ' rejected',
      label: messages.rejected,
      today: sum(today.rejected),
      month: sum(month.rejected)
    },
    ...reasons
  ]
}

const columns: TableColumn<Row>[] = [
  { id: 'result', header: messages.view, isRowHeader: true, render: it => it.label },
  {
    id: 'today',
    header: messages.periods.today,
    align: 'end',
    render: it => formatCount(it.today)
  },
  {
    id: 'month',
    header: messages.periods.last_30_days,
    align: 'end',
    render: it => formatCount(it.month)
  }
]
