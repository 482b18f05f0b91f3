import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatCount } from '../page/formats.ts'
import { statisticsMessages as messages, reasonText } from './messages.ts'

export function RejectedTable({ rejected }: { rejected: Record<string, number> }) {
  const rows = Object.entries(rejected)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
  return (
    <Table
      caption={messages.rejected}
      isCaptionHidden
      columns={[
        { id: 'reason', header: messages.reason, render: ([reason]) => reasonText(reason) },
        {
          id: 'count',
          header: messages.count,
          align: 'end',
          render: ([, count]) => formatCount(count)
        }
      ]}
      rows={rows}
      rowKey={([reason]) => reason}
      empty={<EmptyState icon="success" title={messages.noRejected} />}
    />
  )
}
