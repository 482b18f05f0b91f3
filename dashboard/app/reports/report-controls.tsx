import { reportRanges } from '@mille/api/reports/ranges.ts'
import {
  intervalsOf,
  metricsOf,
  type ReportView,
  searchOfView
} from '@mille/stores/reports/report-view.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { Form } from 'react-router'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { reportMessages as messages } from './messages.ts'
import styles from './report.module.css'
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
        <Select
          label={messages.range}
          name="range"
          options={reportRanges.map(value => ({ value, label: messages.ranges[value] }))}
          value={view.range}
          onChange={range => onChange({ range })}
        />
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
      {view.range === 'custom' && <CustomDays key={`${view.from} ${view.to}`} view={view} />}
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

/** A form with a button, so that an incomplete date range loads nothing. */
function CustomDays({ view }: { view: ReportView }) {
  return (
    <Form method="get" className={styles.days} preventScrollReset>
      <KeptChoices view={{ ...view, page: 1 }} without={['from', 'to']} />
      <TextField label={messages.from} name="from" type="date" defaultValue={view.from} required />
      <TextField label={messages.to} name="to" type="date" defaultValue={view.to} required />
      <div>
        <Button type="submit">{messages.apply}</Button>
      </div>
    </Form>
  )
}

/**
 * Hidden fields for all choices that a form does not contain, because a form replaces the whole query of the address.
 */
export function KeptChoices({ view, without }: { view: ReportView; without: readonly string[] }) {
  return [...searchOfView(view)]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
