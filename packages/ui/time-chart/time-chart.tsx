import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  ChartFrame,
  ChartReading,
  type ChartSeries,
  type ChartValue
} from '../bar-chart/chart-frame.tsx'
import { later, useLater } from '../shared/later.ts'
import { Skeleton } from '../skeleton/skeleton.tsx'
import type { PlotArea } from './draw-time-chart.ts'
import styles from './time-chart.module.css'

export type TimeChartProps = {
  title: string
  /** Labels of the time intervals, in order. */
  labels: readonly string[]
  /** One value for each label. Intervals that have not begun are left out at the end. */
  series: Pick<ChartSeries, 'id' | 'label' | 'values'>
  /** Values of the previous period, from its first interval on, with their labels. */
  before?: Required<Pick<ChartSeries, 'label' | 'labels' | 'values'>> | undefined
  /** Whether the last interval is not over: its value is then drawn as still growing. */
  isLastRunning?: boolean | undefined
  /** Formats a value as text with its unit. */
  format: (value: ChartValue) => string
  /** Formats a round number for the axis, as short as possible. */
  formatTick: (value: number) => string
}

/** The chart library loads after the page; until then its space is reserved, and the table has the data. */
const drawing = later(async () => (await import('./draw-time-chart.ts')).drawTimeChart)

/** Line chart of a value over time, starting at zero, with the previous period as a dashed line. */
export function TimeChart(props: TimeChartProps) {
  const { title, labels, series, before, isLastRunning = false, format, formatTick } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const [area, setArea] = useState<PlotArea | null>(null)
  const holder = useRef<HTMLDivElement>(null)
  const draw = useLater(drawing, true)
  const lines = useMemo<ChartSeries[]>(
    () => [series, ...(before ? [{ id: 'before', isDashed: true, ...before }] : [])],
    [series, before]
  )

  useLayoutEffect(() => {
    if (!draw || !holder.current || labels.length === 0) return
    const [values = [], earlier] = lines.map(it => it.values.map(Number))
    return draw(holder.current, { labels, values, earlier, isLastRunning, formatTick }, setArea)
  }, [draw, labels, lines, isLastRunning, formatTick])

  function point({ currentTarget, clientX }: PointerEvent) {
    // If the code failed to load without a network, pointing at the chart requests it again.
    void drawing.load()
    if (!area) return
    const along = clientX - currentTarget.getBoundingClientRect().left - area.left
    const index = Math.round((along / area.width) * (labels.length - 1))
    setChosen(Math.max(0, Math.min(index, labels.length - 1)))
  }

  const shared = { labels, series: lines, format }
  return (
    <ChartFrame title={title} {...shared} chosen={chosen} onChoose={setChosen}>
      <div className={styles.plot} onPointerMove={point} onPointerDown={point}>
        {!draw && <Skeleton height="15rem" />}
        <div ref={holder} className={styles.holder} aria-hidden="true" />
        {area && chosen !== null && chosen < labels.length && (
          <Pointed area={area} values={series.values} count={labels.length} index={chosen}>
            <ChartReading {...shared} index={chosen} />
          </Pointed>
        )}
      </div>
    </ChartFrame>
  )
}

/** Vertical line through the chosen point, with its description on the side that has room. */
function Pointed({
  area,
  values,
  count,
  index,
  children
}: {
  area: PlotArea
  values: readonly ChartValue[]
  count: number
  index: number
  children: React.ReactNode
}) {
  const x = area.left + area.width * (count === 1 ? 0.5 : index / (count - 1))
  const value = values[index]
  const height = Number(value ?? 0) / area.top
  return (
    <div aria-hidden="true">
      <span
        className={styles.cursor}
        style={{ insetInlineStart: x, insetBlockStart: area.above, blockSize: area.height }}
      >
        {value !== undefined && (
          <span className={styles.dot} style={{ insetBlockEnd: `${height * 100}%` }} />
        )}
      </span>
      <div
        className={styles.tip}
        data-at={height > 0.5 ? 'bottom' : 'top'}
        style={{
          insetInlineStart: x,
          insetBlockStart: area.above + (height > 0.5 ? area.height : 0),
          translate: `${(-x / area.whole) * 100}% ${height > 0.5 ? '-100%' : '0'}`
        }}
      >
        {children}
      </div>
    </div>
  )
}
