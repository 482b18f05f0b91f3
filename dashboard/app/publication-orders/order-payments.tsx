import type { Order, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment } from '../page/formats.ts'
import { orderMessages as messages } from './messages.ts'

type Release = OrderDocument['meta']['releases'][number]

/** The payments to the publisher so far, by day. */
export function OrderPayments({ order, releases }: { order: Order; releases: readonly Release[] }) {
  if (releases.length === 0) return null
  const { asset } = order.attributes
  const amounts = (['gross', 'fee', 'net'] as const).map(name => ({
    id: name,
    header: messages.scheduleColumns[name],
    align: 'end' as const,
    isAmount: true,
    render: (release: Release) => <Amount units={BigInt(release[name])} asset={asset} />
  }))
  return (
    <Card title={messages.schedule} description={messages.scheduleText} isFlush>
      <Table
        caption={messages.schedule}
        isCaptionHidden
        columns={[
          {
            id: 'day',
            header: messages.scheduleColumns.day,
            isRowHeader: true,
            render: (release: Release) => release.day
          },
          {
            id: 'at',
            header: messages.scheduleColumns.at,
            render: ({ at }: Release) => <time dateTime={at}>{formatMoment(at)}</time>
          },
          ...amounts
        ]}
        rows={releases}
        rowKey={release => String(release.day)}
      />
    </Card>
  )
}
