import type { Earning, EarningList } from '@mille/api/earnings/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatDay, formatMoment } from '../page/formats.ts'
import { assetsIn, ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { maturingMessages as messages } from './messages.ts'
import { SlowStartNotice } from './slow-start-notice.tsx'

type Day = EarningList['meta']['days'][number]

/**
 * Ad unit earnings that are not available yet, in the reader's currency: when they will be, or why they are withheld.
 * Renders nothing if there are none.
 */
export function MaturingCard({ earnings }: { earnings: EarningList }) {
  const { data, meta } = earnings
  // Earnings in slow start are listed by ad unit and not by day.
  const stopped = data.filter(it => !['maturing', 'waiting'].includes(it.attributes.state))
  const shown = [...meta.days, ...stopped.map(it => it.attributes)]
  const money = useReaderColumns(assetsIn(shown.map(it => ({ asset: it.currency }))))
  if (meta.days.length === 0 && stopped.length === 0 && meta.slow_starts.length === 0) return null
  return (
    <Card title={messages.title} description={messages.text} isFlush>
      <SlowStartNotice {...meta} />
      {reasonsOf(stopped).map(({ id, attributes: { ad_unit: unit, state, reason } }) => (
        <Notice
          key={id}
          tone="warning"
          title={state === 'held' ? messages.held(unit.name) : messages.takenBack(unit.name)}
        >
          {reason}
        </Notice>
      ))}
      {meta.days.length > 0 && (
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={dayColumns(money)}
          rows={meta.days}
          rowKey={it => `${it.available_at} ${it.currency}`}
        />
      )}
      {stopped.length > 0 && (
        <Table
          caption={messages.stopped}
          isCaptionHidden
          columns={stoppedColumns(money)}
          rows={stopped}
          rowKey={it => it.id}
        />
      )}
    </Card>
  )
}

/** Returns one earning for each different reason, even if the reason applies to many days. */
function reasonsOf(stopped: readonly Earning[]): Earning[] {
  const known = new Map(
    stopped.map(it => [
      `${it.attributes.ad_unit.id} ${it.attributes.state} ${it.attributes.reason}`,
      it
    ])
  )
  return [...known.values()]
}

const dayColumns = (money: MoneyColumn[]) => [
  {
    id: 'at',
    header: messages.availableAt,
    isRowHeader: true,
    render: ({ available_at: at }: Day) => <time dateTime={at}>{formatMoment(at)}</time>
  },
  {
    id: 'amount',
    header: messages.amount,
    align: 'end' as const,
    render: ({ amount, currency }: Day) => (
      <ReaderAmount units={BigInt(amount)} asset={currency} columns={money} />
    )
  }
]

const stoppedColumns = (money: MoneyColumn[]) => [
  {
    id: 'day',
    header: messages.day,
    isRowHeader: true,
    render: ({ attributes: { day, ad_unit: unit } }: Earning) => `${formatDay(day)}, ${unit.name}`
  },
  {
    id: 'state',
    header: messages.state,
    render: ({ attributes: { state } }: Earning) => (
      <Badge tone="warning">{messages.states[state]}</Badge>
    )
  },
  {
    id: 'amount',
    header: messages.amount,
    align: 'end' as const,
    render: ({ attributes: { amount, currency } }: Earning) => (
      <ReaderAmount units={BigInt(amount)} asset={currency} columns={money} />
    )
  }
]
