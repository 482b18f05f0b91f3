import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { later, useLater } from '../shared/later.ts'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { ChartFrame, ChartReading, type ChartSeries, type ChartValue } from './chart-frame.tsx'
import type { PlotArea } from './draw-time-chart.ts'
import styles from './time-chart.module.css'

export type TimeChartProps = {
  title: string
  /** Labels of the time intervals, in order. */
  labels: readonly string[]
  /** One value for each label. Intervals that have not begun are left out at the end. */
  series: Pick<ChartSeries, 'id' | 'label' | 'values'>
  /** Another value of the same intervals, in the same unit, drawn as a dashed line. */
  second?: TimeChartProps['series'] | undefined
  /** Instead of a second value: those of the previous period, from its first interval on, with their labels. */
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

/** Line chart of a value over time, starting at zero, with a second value or the previous period as a dashed line. */
export function TimeChart(props: TimeChartProps) {
  const { title, labels, series, second, before, isLastRunning = false } = props
  const { format, formatTick } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const [area, setArea] = useState<PlotArea | null>(null)
  const holder = useRef<HTMLDivElement>(null)
  const draw = useLater(drawing, true)
  const dashed = second ?? before
  const lines = useMemo<ChartSeries[]>(
    () => [series, ...(dashed ? [{ id: 'before', isDashed: true, ...dashed }] : [])],
    [series, dashed]
  )
  const isDashedRunning = isLastRunning && second !== undefined

  useLayoutEffect(() => {
    if (!draw || !holder.current || labels.length === 0) return
    const [values = [], dashed] = lines.map(it => it.values.map(Number))
    const drawn = { labels, values, dashed, isLastRunning, isDashedRunning, formatTick }
    return draw(holder.current, drawn, setArea)
  }, [draw, labels, lines, isLastRunning, isDashedRunning, formatTick])

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
          <Pointed area={area} lines={lines} count={labels.length} index={chosen}>
            <ChartReading {...shared} index={chosen} />
          </Pointed>
        )}
      </div>
    </ChartFrame>
  )
}

/** Vertical line through the chosen points, with their description on the side that has room. */
function Pointed({
  area,
  lines,
  count,
  index,
  children
}: {
  area: PlotArea
  lines: readonly ChartSeries[]
  count: number
  index: number
  children: React.ReactNode
}) {
  const x = area.left + area.width * (count === 1 ? 0.5 : index / (count - 1))
  const heightOf = ({ values }: ChartSeries) => Number(values[index] ?? 0) / area.top
  const height = Math.max(...lines.map(heightOf))
  return (
    <div aria-hidden="true">
      <span
        className={styles.cursor}
        style={{ insetInlineStart: x, insetBlockStart: area.above, blockSize: area.height }}
      >
        {lines.map(
          (line, place) =>
            line.values[index] !== undefined && (
              <span
                key={line.id}
                className={styles.dot}
                data-series={place + 1}
                style={{ insetBlockEnd: `${heightOf(line) * 100}%` }}
              />
            )
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
