import { useId } from 'react'
import { Button } from '../button/button.tsx'
import { FieldGroup, type FieldTexts } from '../field/field.tsx'
import styles from './date-range.module.css'
import { type Days, lastDays } from './days.ts'

export type DateRangeProps = FieldTexts & {
  /** Days of UTC such as `2026-03-02`, both included; an empty one leaves that side open. */
  value: Days
  onChange: (days: Days) => void
  /** The last day that can be chosen, and where the shortcuts end. */
  today: string
  /** The first day that can be chosen. */
  earliest?: string | undefined
  /** Shortcuts, in days up to today. */
  shortcuts?: readonly number[] | undefined
  disabled?: boolean | undefined
}

/** From a day to a day. A first day after the last, or the other way round, takes the other one along. */
export function DateRange(props: DateRangeProps) {
  const { label, help, error, isOptional, value, onChange, today, earliest, disabled } = props
  const { shortcuts = [7, 30, 90] } = props
  const id = useId()
  function change(changed: Partial<Days>) {
    const days = { ...value, ...changed }
    const isTurned = days.from !== '' && days.to !== '' && days.from > days.to
    const only = changed.from ?? changed.to ?? ''
    onChange(isTurned ? { from: only, to: only } : days)
  }
  const bounds = { min: earliest, max: today, disabled }
  return (
    <FieldGroup label={label} help={help} error={error} isOptional={isOptional}>
      {control => (
        <div className={styles.range}>
          <div className={styles.days}>
            <label className={styles.day} htmlFor={`${id}-from`}>
              From
              <input
                {...bounds}
                {...control}
                id={`${id}-from`}
                type="date"
                className={styles.input}
                value={value.from}
                onChange={event => change({ from: event.target.value })}
              />
            </label>
            <label className={styles.day} htmlFor={`${id}-to`}>
              To
              <input
                {...bounds}
                {...control}
                id={`${id}-to`}
                type="date"
                className={styles.input}
                value={value.to}
                onChange={event => change({ to: event.target.value })}
              />
            </label>
          </div>
          <div className={styles.shortcuts}>
            {shortcuts.map(count => {
              const days = lastDays(today, count)
              const isChosen = days.from === value.from && days.to === value.to
              return (
                <Button
                  key={count}
                  size="small"
                  variant={isChosen ? 'secondary' : 'quiet'}
                  aria-pressed={isChosen}
                  disabled={disabled}
                  onClick={() => onChange(days)}
                >
                  {count} days
                </Button>
              )
            })}
          </div>
        </div>
      )}
    </FieldGroup>
  )
}
