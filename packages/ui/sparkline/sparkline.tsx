import { joinClasses } from '../shared/join-classes.ts'
import styles from './sparkline.module.css'

export type SparklineProps = {
  values: ReadonlyArray<number | bigint>
  /** Accessible description with the important numbers: `Views, last 7 days: 120 to 340`. */
  label: string
  size?: 'small' | 'wide' | undefined
}

const width = 100
const height = 24

/** Small line chart of a number over time, for use in a row. */
export function Sparkline({ values, label, size = 'small' }: SparklineProps) {
  const points = placePoints(values.map(Number))
  const line = points.map(([x, y]) => `${x},${y}`).join(' ')
  const last = points.at(-1)
  return (
    <span className={joinClasses(styles.sparkline, styles[size])} role="img" aria-label={label}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {points.length > 1 && (
          <polygon className={styles.area} points={`0,${height} ${line} ${width},${height}`} />
        )}
        <polyline
          className={styles.line}
          points={points.length > 1 ? line : `0,${height - 2} ${width},${height - 2}`}
        />
      </svg>
      {last && points.length > 1 && (
        <span className={styles.now} style={{ insetBlockStart: `${(last[1] / height) * 100}%` }} />
      )}
    </span>
  )
}

/** The vertical axis starts at zero, so that a small change looks small. */
function placePoints(values: readonly number[]): Array<readonly [x: number, y: number]> {
  const max = Math.max(...values, 1)
  const step = width / Math.max(values.length - 1, 1)
  return values.map(
    (value, index) => [round(index * step), round(2 + (1 - value / max) * (height - 4))] as const
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
