import { reportRanges } from '@mille/api/reports/ranges.ts'
import {
  type PartnerView,
  partnerMetrics,
  searchOfPartnerView
} from '@mille/stores/affiliates/partner-report.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { Form } from 'react-router'
import { reportMessages } from '../reports/messages.ts'
import styles from '../reports/report.module.css'
import { partnerReportMessages as messages } from './report-messages.ts'

type PartnerControlsProps = {
  view: PartnerView
  onChange: (change: Partial<PartnerView>) => void
}

/** Chooses the days of the report and the figure of the chart. */
export function PartnerControls({ view, onChange }: PartnerControlsProps) {
  return (
    <div className={styles.controls}>
      <div className={styles.fields}>
        <Select
          label={messages.range}
          name="range"
          options={reportRanges.map(value => ({ value, label: reportMessages.ranges[value] }))}
          value={view.range}
          onChange={range => onChange({ range })}
        />
        <Select
          label={messages.metric}
          name="metric"
          options={partnerMetrics.map(value => ({ value, label: messages.metrics[value] }))}
          value={view.metric}
          onChange={metric => onChange({ metric })}
        />
      </div>
      {view.range === 'custom' && <ChosenDays key={`${view.from} ${view.to}`} view={view} />}
    </div>
  )
}

/** A form with a button, so that an incomplete range loads nothing. */
function ChosenDays({ view }: { view: PartnerView }) {
  const others = [...searchOfPartnerView(view)].filter(([name]) => name !== 'from' && name !== 'to')
  return (
    <Form method="get" className={styles.days} preventScrollReset>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        label={reportMessages.from}
        name="from"
        type="date"
        defaultValue={view.from}
        required
      />
      <TextField label={reportMessages.to} name="to" type="date" defaultValue={view.to} required />
      <div>
        <Button type="submit">{reportMessages.apply}</Button>
      </div>
    </Form>
  )
}
