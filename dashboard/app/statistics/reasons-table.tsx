import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatCount } from '../page/formats.ts'
import { statisticsMessages as messages, reasonText } from './messages.ts'

type ReasonsTableProps = {
  caption: string
  counts: Readonly<Record<string, number>>
  /** The text shown if nothing was counted. */
  empty: string
}

export function RejectedTable({ rejected }: { rejected: Record<string, number> }) {
  return <ReasonsTable caption={messages.rejected} counts={rejected} empty={messages.noRejected} />
}

/** A table of the reasons, the most frequent first. */
export function ReasonsTable({ caption, counts, empty }: ReasonsTableProps) {
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
  return (
    <Table
      caption={caption}
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
      empty={<EmptyState icon="success" title={empty} />}
    />
  )
}
