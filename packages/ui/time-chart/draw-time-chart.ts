import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { labelsWithRoom, ticksOf } from './ticks.ts'

export type DrawnTime = {
  labels: readonly string[]
  values: readonly number[]
  /** Values of the dashed line, of the same intervals or of those of the previous period. */
  dashed?: readonly number[] | undefined
  /** Whether the last value still grows. */
  isLastRunning: boolean
  /** Whether the last value of the dashed line still grows too. */
  isDashedRunning: boolean
  formatTick: (value: number) => string
}

/** Area of the plot within the element, in pixels. */
export type PlotArea = {
  left: number
  above: number
  width: number
  height: number
  /** Value at the upper edge of the plot. */
  top: number
  /** Width of the element. */
  whole: number
}

const padding = { end: 16, above: 10 }
const forcedColors = '(forced-colors: active)'
const systemLooks = ['(prefers-color-scheme: dark)', forcedColors]

/**
 * Draws the chart until the returned function is called. It follows changes of the element's size and of the theme's
 * colors.
 */
export function drawTimeChart(
  element: HTMLElement,
  drawn: DrawnTime,
  onDrawn: (area: PlotArea) => void
): () => void {
  const { ticks, top } = ticksOf([...drawn.values, ...(drawn.dashed ?? [])])
  const plot = new uPlot(
    {
      ...sizeOf(element),
      legend: { show: false },
      cursor: { show: false },
      padding: [padding.above, padding.end, 0, 0],
      scales: {
        x: { time: false, range: rangeOf(drawn.labels.length) },
        y: { range: [0, top] }
      },
      axes: axesOf(element, drawn, ticks),
      series: [{}, ...linesOf(element, drawn)],
      hooks: { draw: [self => onDrawn(areaOf(self, top))] }
    },
    dataOf(drawn),
    element
  )
  const stop = watchLooks(element, plot)
  return () => {
    stop()
    plot.destroy()
  }
}

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth,
  height: element.clientHeight
})

/** A single point is centered horizontally. */
const rangeOf = (count: number): [number, number] => (count === 1 ? [-0.5, 0.5] : [0, count - 1])

function areaOf({ bbox, width }: uPlot, top: number): PlotArea {
  const ratio = uPlot.pxRatio
  return {
    left: bbox.left / ratio,
    above: bbox.top / ratio,
    width: bbox.width / ratio,
    height: bbox.height / ratio,
    whole: width,
    top
  }
}

function dataOf(drawn: DrawnTime): uPlot.AlignedData {
  const { labels, values, dashed = [], isLastRunning, isDashedRunning } = drawn
  return [
    labels.map((_, index) => index),
    ...partsOf(dashed, isDashedRunning, labels.length),
    ...partsOf(values, isLastRunning, labels.length)
  ]
}

/** Splits a line whose last value still grows into two series: all but its last segment, and that segment. */
function partsOf(values: readonly number[], isRunning: boolean, count: number) {
  const last = values.length - 1
  const at = (isShown: (index: number) => boolean) =>
    Array.from({ length: count }, (_, index) => (isShown(index) ? (values[index] ?? null) : null))
  return [at(index => !isRunning || index < last), at(index => isRunning && index >= last - 1)]
}

function linesOf(element: HTMLElement, drawn: DrawnTime): uPlot.Series[] {
  const { values, dashed = [], isLastRunning, isDashedRunning } = drawn
  const color = (css: string) => () => readColor(element, css)
  const now = color('var(--mille-chart-1)')
  const other = color('var(--mille-chart-2)')
  const under = color('color-mix(in oklab, var(--mille-chart-1) 14%, transparent)')
  // A line of one point is invisible, so the point is drawn.
  const isPoint = (line: readonly number[], isRunning: boolean) =>
    line.length === (isRunning ? 2 : 1)
  const running = (stroke: () => string, line: readonly number[], isRunning: boolean) => ({
    stroke,
    width: 2,
    dash: [2, 4],
    points: {
      show: isRunning,
      filter: () => [line.length - 1],
      size: 8,
      fill: color('var(--mille-surface)')
    }
  })
  return [
    {
      stroke: other,
      width: 1.5,
      dash: [5, 3],
      points: { show: isPoint(dashed, isDashedRunning), fill: other }
    },
    running(other, dashed, isDashedRunning),
    {
      stroke: now,
      width: 2,
      // Forced system colors are never translucent, so the filled area would hide the lines in it.
      fill: () => (matchMedia(forcedColors).matches ? 'transparent' : under()),
      points: { show: isPoint(values, isLastRunning), fill: now }
    },
    running(now, values, isLastRunning)
  ]
}

function axesOf(
  element: HTMLElement,
  { labels, formatTick }: DrawnTime,
  ticks: number[]
): uPlot.Axis[] {
  const { fontFamily, fontSize } = getComputedStyle(element)
  const font = `${fontSize} ${fontFamily}`
  const look = { font, stroke: () => readColor(element, 'var(--mille-ink-soft)') }
  const line = (css: string) => ({ stroke: () => readColor(element, css), width: 1 })
  const names = ticks.map(formatTick)
  const longest = widthOf(labels, font)
  const labelWidth = longest + 16
  // Half of the first date label lies under the value labels beside the axis.
  const size = Math.ceil(Math.max(widthOf(names, font) + 12, longest / 2))
  return [
    {
      ...look,
      size: 28,
      gap: 4,
      grid: { show: false },
      ticks: { ...line('var(--mille-line-strong)'), size: 4 },
      border: { show: true, ...line('var(--mille-line-strong)') },
      splits: ({ width }) =>
        labelsWithRoom(labels.length, labelWidth, width - size - padding.end, padding.end),
      values: (_, indexes) => indexes.map(it => labels[it] ?? '')
    },
    {
      ...look,
      size,
      gap: 8,
      grid: line('var(--mille-line)'),
      ticks: { show: false },
      splits: () => ticks,
      values: () => names
    }
  ]
}

function widthOf(texts: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return 0
  context.font = font
  return Math.max(0, ...texts.map(it => context.measureText(it).width))
}

/** Resolves a CSS color for the canvas, which does not know custom properties, by setting it on the element. */
function readColor(element: HTMLElement, css: string): string {
  element.style.color = css
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}

function watchLooks(element: HTMLElement, plot: uPlot): () => void {
  const draw = () => plot.redraw(false)
  const themes = new MutationObserver(draw)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const sizes = new ResizeObserver(() => {
    const size = sizeOf(element)
    if (size.width !== plot.width || size.height !== plot.height) plot.setSize(size)
  })
  sizes.observe(element)
  // Redraws once the page's web fonts have loaded, because a canvas keeps the font it was drawn with.
  let isWatched = true
  void document.fonts.ready.then(() => isWatched && plot.redraw(false, true))
  const looks = systemLooks.map(it => matchMedia(it))
  for (const look of looks) look.addEventListener('change', draw)
  return () => {
    isWatched = false
    themes.disconnect()
    sizes.disconnect()
    for (const look of looks) look.removeEventListener('change', draw)
  }
}
