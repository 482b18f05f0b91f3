import type { Report } from '@mille/api/reports/endpoints.ts'
import { localTime } from '@mille/api/time-zones.ts'
import { type ReportView, zoneOfView } from '@mille/stores/reports/report-view.ts'
import { TimeChart } from '@mille/ui/time-chart/time-chart.tsx'
import { formatDate } from '../page/formats.ts'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { reportMessages as messages } from './messages.ts'
import {
  type Figures,
  formatMetric,
  formatTick,
  metricLabel,
  metricOf,
  rowName
} from './report-words.ts'

type Rows = Report['data']['attributes']['rows']

export type ReportChartProps = {
  view: ReportView
  rows: Rows
  /** The rows of the previous period, if it is compared. */
  before: Rows | null
  nowMs: number
  columns: readonly MoneyColumn[]
  /** The sums of all rows. */
  total: Figures
}

/** A chart of the selected metric over time. */
export function ReportChart({ view, rows, before, nowMs, columns, total }: ReportChartProps) {
  const { metric, interval } = view
  const label = metricLabel(metric, columns)
  const valuesOf = (of: Rows) => of.map(row => metricOf(row, metric, columns))
  // Row keys such as `2026-11`, `2026-11-27` or `2026-11-27T14` are in the report's time zone.
  const nowText = localTime(nowMs, zoneOfView(view))
  const running = rows.findIndex(row => nowText.startsWith(row.key))
  // Future hours of today have rows too, which the chart leaves out.
  const begun = running < 0 ? rows : rows.slice(0, running + 1)
  // A day of the previous year would have the same short name, so the full date is used.
  const dayBefore = (row: Rows[number]) =>
    interval === 'day' ? formatDate(row.key) : rowName(interval, row)
  return (
    <TimeChart
      title={messages.chart(label, messages.by[interval])}
      labels={rows.map(row => rowName(interval, row))}
      series={{ id: metric, label, values: valuesOf(begun) }}
      before={
        before
          ? {
              label: messages.periodBefore,
              labels: before.map(dayBefore),
              values: valuesOf(before).slice(0, rows.length)
            }
          : undefined
      }
      isLastRunning={running >= 0}
      format={value => formatMetric(value, metric, columns, total)}
      formatTick={value => formatTick(value, metric, columns)}
    />
  )
}
