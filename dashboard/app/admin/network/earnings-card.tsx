import type { UnitEarnings } from '@mille/api/earnings/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment, formatMoney } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { problemText } from '../../page/messages.ts'
import { EarningButtons, type EarningDecisions } from './earning-decisions.tsx'
import { earningMessages as messages } from './earning-messages.ts'
import { invalidTrafficMessages } from './invalid-traffic-messages.ts'

type Hold = UnitEarnings['attributes']['hold']

/** Ad unit earnings that are not yet paid out to publishers. An operator can hold, release or take them back. */
export function EarningsCard({ decisions }: { decisions: EarningDecisions }) {
  return (
    <Card title={messages.title} description={messages.text} isFlush>
      {decisions.problem && (
        <Notice tone="alarm" isLive>
          {problemText(decisions.problem)}
        </Notice>
      )}
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={[...columns, actionColumn(decisions)]}
        rows={decisions.units}
        rowKey={it => it.id}
        empty={
          <EmptyState icon="coin" title={messages.none}>
            {messages.noneText}
          </EmptyState>
        }
      />
      {decisions.dialog}
    </Card>
  )
}

/** How many days of good traffic a new unit has had, and the earnings that wait until it has enough. */
function SlowStart({ start }: { start: NonNullable<UnitEarnings['attributes']['slow_start']> }) {
  const waiting = start.waiting.map(it => formatMoney(BigInt(it.amount), it.currency)).join(', ')
  return (
    <div className={`${layout.soft} ${layout.small}`}>
      <Badge>{messages.slowStart}</Badge>{' '}
      {messages.slowStartDays(start.good_days, start.days_needed)}
      {waiting && `, ${messages.waiting(waiting)}`}
    </div>
  )
}

/** The evidence for an automatic hold and its time range. The score shown beside it may have changed since. */
function Evidence({ hold: { evidence, since } }: { hold: NonNullable<Hold> }) {
  if (!evidence) return null
  const { score, from, reasons, units } = evidence
  return (
    <div className={`${layout.soft} ${layout.small}`}>
      {messages.evidence(score, formatMoment(from), formatMoment(since), units)}
      {reasons.map(it => (
        <div key={it.code}>{invalidTrafficMessages.reasonOf(it)}</div>
      ))}
    </div>
  )
}

const columns = [
  {
    id: 'unit',
    header: messages.unit,
    isRowHeader: true,
    render: ({ id, attributes }: UnitEarnings) => (
      <div>
        {attributes.name} ({id})
        <div className={`${layout.soft} ${layout.small}`}>{attributes.domain_name}</div>
      </div>
    )
  },
  {
    id: 'owner',
    header: messages.owner,
    render: ({ attributes: { user_id: userId, user_name: name } }: UnitEarnings) => (
      <Link href={`/admin/users/${userId}`}>{name ?? userId}</Link>
    )
  },
  {
    id: 'state',
    header: messages.availableAt,
    render: ({ attributes: { hold, available_at: at, slow_start: start } }: UnitEarnings) => (
      <>
        {hold?.is_automatic && <Badge tone="warning">{messages.automatic}</Badge>}
        <div>
          {hold ? messages.onHold(hold.reason, formatMoment(hold.since)) : at && formatMoment(at)}
        </div>
        {hold && <Evidence hold={hold} />}
        {start && <SlowStart start={start} />}
      </>
    )
  },
  {
    id: 'amount',
    header: messages.amount,
    align: 'end' as const,
    render: ({ attributes: { maturing } }: UnitEarnings) =>
      maturing.map(({ amount, currency }) => (
        <div key={currency}>
          <Amount units={BigInt(amount)} asset={currency} size="small" />
        </div>
      ))
  }
]

const actionColumn = (decisions: EarningDecisions) => ({
  id: 'action',
  header: messages.action,
  isHeaderHidden: true,
  align: 'end' as const,
  render: ({ id, attributes: { name, hold, maturing, slow_start: start } }: UnitEarnings) => (
    <EarningButtons
      id={id}
      name={`${name} (${id})`}
      hold={hold}
      isMaturing={maturing.length > 0}
      isInSlowStart={start !== null}
      decisions={decisions}
    />
  )
})
