import {
  type PartnerView,
  partnerMetrics,
  searchOfPartnerView
} from '@mille/stores/affiliates/partner-report.ts'
import { Select } from '@mille/ui/select/select.tsx'
import styles from '../reports/report.module.css'
import { CustomDays, RangeSelect } from '../reports/report-days.tsx'
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
        <RangeSelect value={view.range} onChange={range => onChange({ range })} />
        <Select
          label={messages.metric}
          name="metric"
          options={partnerMetrics.map(value => ({ value, label: messages.metrics[value] }))}
          value={view.metric}
          onChange={metric => onChange({ metric })}
        />
      </div>
      <CustomDays view={view} search={searchOfPartnerView(view)} />
    </div>
  )
}
