import type { Report } from '@mille/api/reports/endpoints.ts'
import type { ReportView } from '@mille/stores/reports/report-view.ts'
import { Card } from '@mille/ui/card/card.tsx'
import layout from '../page/layout.module.css'
import { ReportChart } from './report-chart.tsx'
import { ReportTiles } from './report-tiles.tsx'
import { assetsOf, notesOf } from './report-words.ts'

type Attributes = Report['data']['attributes']

export type ReportFiguresProps = {
  view: ReportView
  line: Attributes
  /** Of the period before, where it is compared. */
  before: Attributes | null
  nowMs: number
}

/** The sums of a report, and the chosen figure over time. */
export function ReportFigures({ view, line, before, nowMs }: ReportFiguresProps) {
  const beforeTotal = before?.total ?? null
  return (
    <>
      <ReportTiles
        side={view.side}
        total={line.total}
        before={beforeTotal}
        shown={assetsOf(line.total, beforeTotal)}
      />
      <Card>
        <ReportChart view={view} rows={line.rows} before={before?.rows ?? null} nowMs={nowMs} />
        <p className={`${layout.soft} ${layout.small}`}>{notesOf(view, line, before, nowMs)}</p>
      </Card>
    </>
  )
}
