import { reportSides } from '@mille/api/reports/constants.ts'
import {
  changeView,
  type ReportView,
  searchOfView,
  usualBreakdown
} from '@mille/stores/reports/report-view.ts'
import { isAdmin } from '@mille/stores/session/is-admin.ts'
import { Link } from '@mille/ui/link/link.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import sections from '../page/section-nav.module.css'
import { reportMessages as messages } from './messages.ts'

/** What was bought, or what was sold, in the same days; and for operators what everyone did. */
export function SideLinks({ view, nowMs }: { view: ReportView; nowMs: number }) {
  const isOperator = isAdmin(useStore(useApp().session.$user))
  const sides = reportSides.filter(it => isOperator || it !== 'network')
  return (
    <nav aria-label={messages.side} className={sections.navigation}>
      <ul className={sections.list}>
        {sides.map(side => (
          <li key={side}>
            <Link
              href={`?${searchOfView(otherSide(view, side, nowMs))}`}
              className={sections.place}
              aria-current={side === view.side ? 'page' : undefined}
            >
              {messages.sides[side]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function otherSide(view: ReportView, side: ReportView['side'], nowMs: number): ReportView {
  if (side === view.side) return view
  return changeView(view, { side, breakdown: usualBreakdown(side), filters: {} }, nowMs)
}
