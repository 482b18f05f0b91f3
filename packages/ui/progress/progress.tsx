import { useId } from 'react'
import hidden from '../shared/visually-hidden.module.css'
import styles from './progress.module.css'

export type ProgressProps = {
  label: string
  /** Progress from 0 to 1; without a value, the bar shows work of unknown extent. */
  value?: number | undefined
  /** Text beside the bar instead of a percentage, such as `1 of 2 confirmations`. */
  detail?: string | undefined
  isLabelHidden?: boolean | undefined
}

/** Progress bar of a task. */
export function Progress({ label, value, detail, isLabelHidden }: ProgressProps) {
  const id = useId()
  const words = detail ?? (value === undefined ? undefined : `${Math.round(value * 100)}%`)
  return (
    <div className={styles.progress}>
      <div className={isLabelHidden ? hidden.hidden : styles.words}>
        <span id={id}>{label}</span>
        <span className={styles.detail}>{words}</span>
      </div>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        aria-valuetext={words}
        max={1}
        value={value}
      />
    </div>
  )
}
