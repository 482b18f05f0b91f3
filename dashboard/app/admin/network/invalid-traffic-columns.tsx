import type { SuspectUnit, SuspectVisitor } from '@mille/api/invalid-traffic/endpoints.ts'
import { Badge, type BadgeTone } from '@mille/ui/badge/badge.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import type { ReactNode } from 'react'
import { formatCount } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { reasonText } from '../../statistics/messages.ts'
import { invalidTrafficMessages as messages } from './invalid-traffic-messages.ts'

export function unitName({ id, name }: SuspectUnit): string {
  return name === null ? messages.noUnit : `${name} (${id})`
}

/** Names a visitor by the start of the hash, which is enough to tell visitors apart. */
export function visitorName({ id }: SuspectVisitor): string {
  const [day = '', hash = ''] = id.split('.')
  return `${hash.slice(0, 8)}, ${day}`
}

function counted<Row>(id: string, header: string, read: (row: Row) => number): TableColumn<Row> {
  return { id, header, align: 'end', render: row => formatCount(read(row)) }
}

export function unitColumns(action: (row: SuspectUnit) => ReactNode): TableColumn<SuspectUnit>[] {
  return [
    {
      id: 'unit',
      header: messages.unit,
      isRowHeader: true,
      render: it => (
        <div>
          {unitName(it)}
          <div className={`${layout.soft} ${layout.small}`}>{it.domain_name}</div>
          {it.user_id !== null && (
            <Link href={`/admin/users/${it.user_id}`}>{it.user_name ?? it.user_id}</Link>
          )}
        </div>
      )
    },
    { id: 'score', header: messages.score, align: 'end', render: describeScore },
    { id: 'reasons', header: messages.why, render: describeReasons },
    counted('rejected', messages.rejected, it => it.rejected),
    counted('viewable', messages.seen, it => it.viewable),
    counted('covered', messages.covered, it => it.covered),
    counted('billable', messages.billable, it => it.billable),
    {
      id: 'action',
      header: messages.action,
      isHeaderHidden: true,
      buttons: 3,
      align: 'end',
      render: action
    }
  ]
}

function describeScore({ score }: SuspectUnit): ReactNode {
  if (score === null) return messages.noScore
  const tone: BadgeTone = score >= 60 ? 'negative' : score >= 30 ? 'warning' : 'neutral'
  return <Badge tone={tone}>{formatCount(score)}</Badge>
}

/** Lists the reasons for the score, the most important first, and then the most common reason for rejection. */
function describeReasons({ reasons, reason, hold }: SuspectUnit): ReactNode {
  return (
    <>
      {hold && (
        <Badge tone="warning">{hold.is_automatic ? messages.heldByScore : messages.held}</Badge>
      )}
      {reasons.map(it => (
        <div key={it.code}>{messages.reasonOf(it)}</div>
      ))}
      {reason !== null && (
        <div className={`${layout.soft} ${layout.small}`}>
          {messages.mostly(reasonText(reason))}
        </div>
      )}
    </>
  )
}

export function visitorColumns(
  action: (row: SuspectVisitor) => ReactNode
): TableColumn<SuspectVisitor>[] {
  return [
    {
      id: 'visitor',
      header: messages.visitor,
      isRowHeader: true,
      render: it => <code>{visitorName(it)}</code>
    },
    counted('viewable', messages.seen, it => it.viewable),
    counted('billable', messages.billable, it => it.billable),
    counted('clicked', messages.clicks, it => it.clicked),
    counted('units', messages.onUnits, it => it.units),
    { id: 'action', header: messages.action, isHeaderHidden: true, align: 'end', render: action }
  ]
}
