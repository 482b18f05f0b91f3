import { expect, fireEvent, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import type { ChartValue } from './chart-frame.tsx'
import { TimeChart } from './time-chart.tsx'

const days = (count: number, from: string) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC'
    })
  )
const views = (count: number, size = 4000) =>
  Array.from({ length: count }, (_, index) => size + ((index * 7919) % 2600) + index * 60)
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

const before = { label: 'Period before', labels: days(30, '2026-05-02'), values: views(30, 2600) }
const hours = Array.from({ length: 24 }, (_, hour) => `1 Jun, ${String(hour).padStart(2, '0')}:00`)
const noHours = hours.map(() => 0)

const meta = preview.meta({
  title: 'Components/Time chart',
  component: TimeChart,
  args: {
    title: 'Billable by day',
    labels: days(30, '2026-06-01'),
    series: { id: 'billable', label: 'Billable', values: views(30) },
    format: (value: ChartValue) => value.toLocaleString('en'),
    formatTick: (value: number) => short.format(value)
  },
  decorators: [inFrame('52rem')]
})

export const Playground = meta.story({})
export const Compared = meta.story({ args: { before } })
export const StillRunning = meta.story({
  args: {
    before,
    isLastRunning: true,
    series: { id: 'billable', label: 'Billable', values: [...views(29), 900] }
  }
})
const second = { id: 'sold', label: 'On your ad units', values: [...views(29, 1200), 400] }
/** Two values of the same days, both still growing on the last one. */
export const TwoValues = meta.story({
  args: {
    title: 'Billable views',
    series: { id: 'bought', label: 'From your campaigns', values: [...views(29), 900] },
    second,
    isLastRunning: true
  },
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await userEvent.keyboard('{End}')
    await waitFor(() =>
      expect(canvas.getByRole('status')).toHaveTextContent(
        '30 JunFrom your campaigns 900On your ad units 400'
      )
    )
    await waitFor(() => expect(canvas.getAllByText('On your ad units 400')).toHaveLength(2))
  }
})
/** Hours that have not begun are empty. */
export const OneDay = meta.story({
  args: {
    title: 'Billable by hour',
    labels: hours,
    series: { id: 'billable', label: 'Billable', values: views(15, 120) },
    isLastRunning: true
  }
})
export const Money = meta.story({
  args: {
    series: { id: 'BTC', label: 'BTC', values: views(30).map(BigInt) },
    format: value => `${(Number(value) / 1e8).toFixed(8)} BTC`,
    formatTick: value => `${short.format(value / 1e8)} BTC`
  }
})
export const Zeros = meta.story({
  args: { labels: hours, series: { id: 'billable', label: 'Billable', values: noHours } }
})
export const OnePoint = meta.story({
  args: { labels: ['1 Jun'], series: { id: 'billable', label: 'Billable', values: [4100] } }
})
export const ManyPoints = meta.story({
  args: {
    labels: days(366, '2025-06-01'),
    series: { id: 'billable', label: 'Billable', values: views(366) }
  }
})
export const Empty = meta.story({
  args: { labels: [], series: { id: 'billable', label: 'Billable', values: [] } }
})

export const Keyboard = meta.story({
  args: { before },
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(canvas.getByRole('group', { name: 'Billable by day' })).toHaveFocus()
    const says = (text: string) =>
      waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(text))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await says('2 JunBillable 4,179Period before (3 May) 2,779')
    await userEvent.keyboard('{End}')
    await says('30 Jun')
    await userEvent.keyboard('{Home}')
    await says('1 Jun')
    await userEvent.keyboard('{Escape}')
    await says('1 Jun – 30 Jun')
    await userEvent.keyboard('{ArrowRight}')
  }
})
/** After a finger is lifted, the point that it chose stays chosen. */
export const Touch = meta.story({
  args: StillRunning.input.args ?? {},
  async play({ canvas, canvasElement }) {
    const plot = await waitFor(() => {
      const found = canvasElement.querySelector('canvas')
      if (!found) throw new Error('nothing is drawn yet')
      return found
    })
    const { left, top, right } = plot.getBoundingClientRect()
    const finger = { pointerType: 'touch', clientX: right - 20, clientY: top + 50, bubbles: true }
    await fireEvent.pointerDown(plot, finger)
    await fireEvent.pointerMove(plot, { ...finger, clientX: left })
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('1 Jun'))
    await fireEvent.pointerMove(plot, finger)
    await fireEvent.pointerOut(plot, finger)
    await expect(canvas.getByRole('status')).toHaveTextContent('30 JunBillable 900')
    await expect(canvas.getAllByText('30 Jun')).toHaveLength(3)
  }
})
export const AsTable = meta.story({
  args: { before, labels: days(3, '2026-06-01') },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('View as table'))
    const table = canvas.getByRole('table', { name: 'Billable by day' })
    await expect(table).toBeVisible()
    await expect(table).toHaveTextContent('2 May')
  }
})
export const Phone = StillRunning.extend({ decorators: [inFrame('20rem')] })
export const Dark = Keyboard.extend(dark)
export const RightToLeft = StillRunning.extend(rightToLeft)
export const TwoValuesOnPhone = TwoValues.extend({ decorators: [inFrame('20rem')] })
export const TwoValuesDark = TwoValues.extend(dark)
export const TwoValuesRightToLeft = TwoValues.extend(rightToLeft)

const inkOf = (canvasElement: HTMLElement) => {
  const plot = canvasElement.querySelector('canvas')
  const pixels = plot?.getContext('2d')?.getImageData(0, 0, plot.width, plot.height).data
  return pixels?.join('') ?? ''
}
/** The chart uses the theme's colors, also after the theme has changed. */
export const ThemeChanges = meta.story({
  async play({ canvasElement }) {
    const root = document.documentElement
    const { theme } = root.dataset
    root.dataset.theme = 'light'
    await waitFor(() => expect(inkOf(canvasElement)).toMatch(/[1-9]/))
    const light = inkOf(canvasElement)
    root.dataset.theme = 'dark'
    await waitFor(() => expect(inkOf(canvasElement) === light).toBe(false))
    root.dataset.theme = 'light'
    await waitFor(() => expect(inkOf(canvasElement) === light).toBe(true))
    if (theme === undefined) delete root.dataset.theme
    else root.dataset.theme = theme
  }
})
