import { changeView, type ReportView, searchOfView } from '@mille/stores/reports/report-view.ts'
import { Link } from '@mille/ui/link/link.tsx'
import sections from '../page/section-nav.module.css'
import { reportMessages as messages } from './messages.ts'

const sides = ['advertiser', 'publisher'] as const

/** What was bought, or what was sold, in the same days. */
export function SideLinks({ view, nowMs }: { view: ReportView; nowMs: number }) {
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
  const breakdown = side === 'advertiser' ? 'campaign' : 'ad_unit'
  return changeView(view, { side, breakdown, filters: {} }, nowMs)
}
