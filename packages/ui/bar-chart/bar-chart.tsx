import { type KeyboardEvent, useId, useState } from 'react'
import { Table } from '../table/table.tsx'
import styles from './bar-chart.module.css'

type Value = number | bigint

export type BarChartSeries = { id: string; label: string; values: readonly Value[] }

export type BarChartProps = {
  title: string
  /** What stands under each group of bars: days, hours. As many as each series has values. */
  labels: readonly string[]
  /** At most four, drawn on one another in this order, the first at the bottom. */
  series: readonly BarChartSeries[]
  /** A value as text, with its unit. Bars are drawn from rounded numbers, the text from the exact value. */
  format?: ((value: Value) => string) | undefined
  isTitleHidden?: boolean | undefined
}

const height = 180

/** Stacked bars over time. Arrows walk through them, a line says what stands there, and a table holds the same data. */
export function BarChart({
  title,
  labels,
  series,
  format = formatPlain,
  isTitleHidden
}: BarChartProps) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const sums = labels.map((_, index) =>
    series.reduce((sum, it) => sum + Number(it.values[index] ?? 0), 0)
  )
  const isExact = typeof series[0]?.values[0] === 'bigint'
  const top = roundUp(Math.max(...sums, isExact ? 1 : 0))

  function walk(event: KeyboardEvent) {
    const next = nextIndex(event.key, chosen, labels.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span className={isTitleHidden ? styles.hidden : styles.title} id={`${id}-title`}>
          {title}
        </span>
        <ul className={styles.legend}>
          {series.map((it, index) => (
            <li key={it.id}>
              <span className={styles.key} data-series={index + 1} />
              {it.label}
            </li>
          ))}
        </ul>
      </figcaption>
      <p className={styles.readout} role="status">
        {chosen === null ? (
          <span className={styles.hint}>
            {labels.length === 0 ? 'No data yet' : `${labels[0]} – ${labels.at(-1)}`}
          </span>
        ) : (
          <>
            <strong>{labels[chosen]}</strong>
            {series.map(it => (
              <span key={it.id}>
                {it.label} {format(it.values[chosen] ?? 0)}
              </span>
            ))}
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of bars that arrows walk through has no element of its own */}
      <div
        className={styles.plot}
        role="group"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-keys`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is walked through by arrow keys
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setChosen(null)}
        onPointerLeave={() => setChosen(null)}
      >
        <span id={`${id}-keys`} className={styles.hidden}>
          Use the left and right arrow keys to read the bars
        </span>
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
      <details className={styles.data}>
        <summary>View as table</summary>
        <Table
          caption={title}
          isCaptionHidden
          columns={[
            { id: 'label', header: 'When', render: index => labels[index] },
            ...series.map(it => ({
              id: it.id,
              header: it.label,
              align: 'end' as const,
              isAmount: true,
              render: (index: number) => format(it.values[index] ?? 0)
            }))
          ]}
          rows={labels.map((_, index) => index)}
          rowKey={String}
        />
      </details>
    </figure>
  )
}

function nextIndex(key: string, chosen: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === 'ArrowRight') return Math.min((chosen ?? -1) + 1, last)
  if (key === 'ArrowLeft') return Math.max((chosen ?? count) - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'Escape') return null
  return undefined
}

function formatPlain(value: Value): string {
  return value.toLocaleString('en')
}

/** The next 1, 2 or 5 times a power of ten: the line at the top of the plot. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find(it => it * power >= value) ?? 10
  return step * power
}
