import { type KeyboardEvent, type ReactNode, useId } from 'react'
import hidden from '../shared/visually-hidden.module.css'
import { Table } from '../table/table.tsx'
import styles from './chart-frame.module.css'

export type ChartValue = number | bigint

export type ChartSeries = {
  id: string
  label: string
  /** One value for each label; values missing at the end are not known yet. */
  values: readonly ChartValue[]
  /** Labels of the series' own dates, if they differ from the chart's labels. */
  labels?: readonly string[] | undefined
  isDashed?: boolean | undefined
}

export type ChartFrameProps = {
  title: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  format: (value: ChartValue) => string
  /** Index of the point that the readout describes. */
  chosen: number | null
  onChoose: (index: number | null) => void
  children: ReactNode
}

/**
 * Surroundings of every chart's drawing: a legend, a line that describes a point, its keyboard control, and the same
 * data as a table.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, labels, series, chosen, onChoose } = props
  const id = useId()

  function walk(event: KeyboardEvent) {
    const next = nextIndex(event.key, chosen, labels.length)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span className={styles.title} id={`${id}-title`}>
          {title}
        </span>
        <ul className={styles.legend}>
          {series.map((it, index) => (
            <li key={it.id}>
              <span className={styles.key} data-series={index + 1} data-dashed={it.isDashed} />
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
          <ChartReading {...props} index={chosen} />
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of points that arrows walk through has no element of its own */}
      <div
        className={styles.plot}
        role="group"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-keys`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is walked through by arrow keys
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => onChoose(null)}
        // Lifting a finger also fires `pointerleave`, but the point it chose must stay described.
        onPointerLeave={event => event.pointerType !== 'touch' && onChoose(null)}
      >
        <span id={`${id}-keys`} className={hidden.hidden}>
          Use the left and right arrow keys to read the values
        </span>
        {props.children}
      </div>
      <ChartTable {...props} />
    </figure>
  )
}

/** Describes the point at an index in words. */
export function ChartReading({
  labels,
  series,
  format,
  index
}: Pick<ChartFrameProps, 'labels' | 'series' | 'format'> & { index: number }) {
  return (
    <>
      <strong>{labels[index]}</strong>
      {series.map(it => (
        <span key={it.id}>
          {it.label}
          {it.labels?.[index] && ` (${it.labels[index]})`} {textOf(it, index, format)}
        </span>
      ))}
    </>
  )
}

function ChartTable({ title, labels, series, format }: ChartFrameProps) {
  return (
    <details className={styles.data}>
      <summary>View as table</summary>
      <Table
        caption={title}
        isCaptionHidden
        columns={[
          { id: 'label', header: 'When', render: index => labels[index] },
          ...series.flatMap(it => [
            ...(it.labels
              ? [
                  {
                    id: `${it.id}-label`,
                    header: 'Compared with',
                    render: (index: number) => it.labels?.[index] ?? '–'
                  }
                ]
              : []),
            {
              id: it.id,
              header: it.label,
              align: 'end' as const,
              isAmount: true,
              render: (index: number) => textOf(it, index, format)
            }
          ])
        ]}
        rows={labels.map((_, index) => index)}
        rowKey={String}
      />
    </details>
  )
}

function textOf({ values }: ChartSeries, index: number, format: ChartFrameProps['format']) {
  const value = values[index]
  return value === undefined ? '–' : format(value)
}

function nextIndex(key: string, chosen: number | null, count: number): number | null | undefined {
  const last = count - 1
  if (key === 'Escape') return null
  if (last < 0) return undefined
  if (key === 'ArrowRight') return Math.min((chosen ?? -1) + 1, last)
  if (key === 'ArrowLeft') return Math.max((chosen ?? count) - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}
