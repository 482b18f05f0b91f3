import { reportSides } from '@mille/api/reports/constants.ts'
import {
  changeView,
  type ReportView,
  searchOfView,
  usualBreakdown
} from '@mille/stores/reports/report-view.ts'
import { isAdmin } from '@mille/stores/session/is-admin.ts'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import { SectionNav } from '../page/navigation/section-nav.tsx'
import { reportMessages as messages } from './messages.ts'

/** Links to the same days of the other side (bought or sold) and, for operators, of the whole network. */
export function SideLinks({ view, nowMs }: { view: ReportView; nowMs: number }) {
  const isOperator = isAdmin(useStore(useApp().session.$user))
  const places = reportSides
    .filter(it => isOperator || it !== 'network')
    .map(side => ({
      href: `?${searchOfView(otherSide(view, side, nowMs))}`,
      label: messages.sides[side],
      isCurrent: side === view.side
    }))
  return <SectionNav label={messages.side} places={places} />
}

function otherSide(view: ReportView, side: ReportView['side'], nowMs: number): ReportView {
  if (side === view.side) return view
  return changeView(view, { side, breakdown: usualBreakdown(side), filters: {} }, nowMs)
}
