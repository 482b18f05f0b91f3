import {
  intervalsOf,
  metricsOf,
  type ReportView,
  searchOfView
} from '@mille/stores/reports/report-view.ts'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { reportMessages as messages } from './messages.ts'
import styles from './report.module.css'
import { CustomDays, RangeSelect } from './report-days.tsx'
import { metricLabel } from './report-words.ts'

export type ReportControlsProps = {
  view: ReportView
  columns: readonly MoneyColumn[]
  onChange: (change: Partial<ReportView>) => void
}

/** Chooses the report's days, the period to compare and the metric of the chart. */
export function ReportControls({ view, columns, onChange }: ReportControlsProps) {
  return (
    <div className={styles.controls}>
      <div className={styles.fields}>
        <RangeSelect value={view.range} onChange={range => onChange({ range })} />
        <Select
          label={messages.metric}
          name="metric"
          options={metricOptions(view, columns)}
          value={view.metric}
          onChange={metric => onChange({ metric })}
        />
        <Select
          label={messages.interval}
          name="interval"
          options={intervalsOf(view).map(value => ({ value, label: messages.intervals[value] }))}
          value={view.interval}
          onChange={interval => onChange({ interval })}
        />
      </div>
      <CustomDays view={view} search={searchOfView({ ...view, page: 1 })} />
      <Checkbox
        label={messages.compare}
        name="compare"
        checked={view.isCompared}
        onChange={event => onChange({ isCompared: event.target.checked })}
      />
    </div>
  )
}

/** If all money is shown in one currency, there is only one money metric. */
function metricOptions(view: ReportView, columns: readonly MoneyColumn[]) {
  const one = columns.find(it => it.isOne)
  const other = view.metric === 'BTC' || view.metric === 'USD' ? view.metric : one?.asset
  return metricsOf(view)
    .filter(it => !one || (it !== 'BTC' && it !== 'USD') || it === other)
    .map(value => ({ value, label: metricLabel(value, columns) }))
}
