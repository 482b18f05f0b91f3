import type { Report } from '@mille/api/reports/endpoints.ts'
import type { ReportView } from '@mille/stores/reports/report-view.ts'
import { Card } from '@mille/ui/card/card.tsx'
import layout from '../page/layout.module.css'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportTiles } from './report-tiles.tsx'
import { notesOf } from './report-words.ts'

type Attributes = Report['data']['attributes']

export type ReportFiguresProps = {
  view: ReportView
  line: Attributes
  /** The report of the previous period, if it is compared. */
  before: Attributes | null
  nowMs: number
  columns: readonly MoneyColumn[]
}

/** The sums of a report, and a chart of the selected metric. */
export function ReportFigures({ view, line, before, nowMs, columns }: ReportFiguresProps) {
  const beforeTotal = before?.total ?? null
  return (
    <>
      <ReportTiles side={view.side} total={line.total} before={beforeTotal} columns={columns} />
      <Card>
        <ReportChart
          {...{ view, nowMs, columns, rows: line.rows, total: line.total }}
          before={before?.rows ?? null}
        />
        <p className={`${layout.soft} ${layout.small}`}>{notesOf(view, line, before, nowMs)}</p>
      </Card>
    </>
  )
}
