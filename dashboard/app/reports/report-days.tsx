import { maxReportDays } from '@mille/api/reports/constants.ts'
import { addDays, type ReportRange, reportRanges } from '@mille/api/reports/ranges.ts'
import type { ChosenRange } from '@mille/stores/reports/report-view.ts'
import { isDay } from '@mille/stores/shared/days.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useState } from 'react'
import { Form } from 'react-router'
import { KeptChoices } from './kept-choices.tsx'
import { reportMessages as messages } from './messages.ts'
import styles from './report.module.css'

type RangeSelectProps = { value: ReportRange; onChange: (range: ReportRange) => void }

/** Chooses the days of a report: a range that moves with the current day, or days of one's own. */
export function RangeSelect(props: RangeSelectProps) {
  return (
    <Select
      label={messages.range}
      name="range"
      options={reportRanges.map(value => ({ value, label: messages.ranges[value] }))}
      {...props}
    />
  )
}

type CustomDaysProps = {
  view: ChosenRange
  /** The address parameters of the whole view. */
  search: URLSearchParams
}

/** The first and the last day of a custom range; nothing for other ranges. */
export function CustomDays({ view: { range, from, to }, search }: CustomDaysProps) {
  return range === 'custom' && <DaysForm key={`${from} ${to}`} {...{ from, to, search }} />
}

type DaysFormProps = Pick<ChosenRange, 'from' | 'to'> & Pick<CustomDaysProps, 'search'>

/** A form with a button, so that an incomplete, inverted or too long range loads nothing and stays as it was typed. */
function DaysForm({ from, to, search }: DaysFormProps) {
  const [first, setFirst] = useState(from)
  const lastDays = isDay(first) && { min: first, max: addDays(first, maxReportDays.other - 1) }
  return (
    <Form method="get" className={styles.days} preventScrollReset>
      <KeptChoices search={search} without={['from', 'to']} />
      <TextField
        label={messages.from}
        name="from"
        type="date"
        defaultValue={from}
        onChange={event => setFirst(event.target.value)}
        required
      />
      <TextField
        label={messages.to}
        name="to"
        type="date"
        defaultValue={to}
        {...lastDays}
        required
      />
      <div>
        <Button type="submit">{messages.apply}</Button>
      </div>
    </Form>
  )
}
