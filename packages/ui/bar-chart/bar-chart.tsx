import { useState } from 'react'
import styles from './bar-chart.module.css'
import { ChartFrame, type ChartSeries, type ChartValue } from './chart-frame.tsx'

export type BarChartProps = {
  title: string
  /** Labels under the groups of bars, such as days or hours: one for each value of a series. */
  labels: readonly string[]
  /** At most four series, stacked in this order, the first at the bottom. */
  series: ReadonlyArray<Pick<ChartSeries, 'id' | 'label' | 'values'>>
  /** Formats a value as text with its unit. Bars are drawn from rounded numbers, the text from the exact value. */
  format?: ((value: ChartValue) => string) | undefined
  isTitleHidden?: boolean | undefined
}

const height = 180

/**
 * Stacked bar chart over time. Arrow keys move through the bars, a line describes the current bar, and a table holds
 * the same data.
 */
export function BarChart({
  title,
  labels,
  series,
  format = formatPlain,
  isTitleHidden
}: BarChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const sums = labels.map((_, index) =>
    series.reduce((sum, it) => sum + Number(it.values[index] ?? 0), 0)
  )
  const isExact = typeof series[0]?.values[0] === 'bigint'
  const top = roundUp(Math.max(...sums, isExact ? 1 : 0))

  return (
    <ChartFrame {...{ title, isTitleHidden, labels, series, format, chosen }} onChoose={setChosen}>
      <div className={styles.plot}>
        <span className={styles.top}>{format(isExact ? BigInt(top) : top)}</span>
        <div className={styles.bars} style={{ blockSize: height }}>
          {labels.map((label, index) => (
            <div
              key={label}
              className={styles.column}
              data-chosen={index === chosen}
              onPointerEnter={() => setChosen(index)}
            >
              {series.map((it, position) => (
                <span
                  key={it.id}
                  data-series={position + 1}
                  style={{ blockSize: `${(Number(it.values[index] ?? 0) / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </ChartFrame>
  )
}

function formatPlain(value: ChartValue): string {
  return value.toLocaleString('en')
}

/** Returns the next 1, 2 or 5 times a power of ten, for the line at the top of the plot. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find(it => it * power >= value) ?? 10
  return step * power
}
