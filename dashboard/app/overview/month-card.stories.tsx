import type { Overview } from '@mille/api/statistics/endpoints.ts'
import { sampleDays, sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { asReader } from '../page/money/sample-reader.tsx'
import { MonthCard } from './month-card.tsx'

type Days = Overview['data']['attributes']['days']

const none = { billable: 0, money: { BTC: '0', USD: '0' } }
const bought = (ago: number) => ({
  billable: 900 - ago * 20,
  money: { BTC: String(40_000 - ago * 500), USD: ago > 20 ? '0' : '3200000000' }
})
const sold = (ago: number) => ({
  billable: 300 - ago * 5,
  money: { BTC: String(9000 - ago * 90), USD: '0' }
})
const daysOf = (campaigns: (ago: number) => Days[number]['campaigns'], units = sold): Days =>
  sampleDays(30, ago => ({
    at: sampleMoment(ago),
    campaigns: campaigns(ago),
    ad_units: units(ago)
  }))

const meta = preview.meta({
  title: 'Pages/Overview/Last 30 days',
  component: MonthCard,
  args: { days: daysOf(bought) },
  decorators: [asReader(null), inFrame('60rem')]
})

export const BothSides = meta.story({})
export const OnlyPublisher = meta.story({
  args: { days: daysOf(() => none) },
  async play({ canvas }) {
    await expect(canvas.queryByText('From your campaigns')).toBeNull()
    await expect(canvas.getAllByText('On your ad units').length).toBeGreaterThan(0)
    await expect(canvas.queryByText('USD by day')).toBeNull()
  }
})
export const InDollars = meta.story({
  decorators: [asReader('usd'), inFrame('60rem')],
  async play({ canvas }) {
    await expect(canvas.queryByText('BTC by day')).toBeNull()
    await expect(canvas.getByRole('group', { name: 'USD by day' })).toBeVisible()
  }
})
export const Empty = meta.story({
  args: {
    days: daysOf(
      () => none,
      () => none
    )
  }
})

/** Arrow keys read the values of both lines. */
export const ByKeyboard = meta.story({
  async play({ canvas, userEvent }) {
    const chart = canvas.getByRole('group', { name: 'Billable views' })
    await userEvent.tab()
    await expect(chart).toHaveFocus()
    const reading = () => chart.parentElement?.querySelector('[role="status"]')
    await userEvent.keyboard('{End}')
    await waitFor(() =>
      expect(reading()).toHaveTextContent(/From your campaigns 900On your ad units 300$/)
    )
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() =>
      expect(reading()).toHaveTextContent(/From your campaigns 880On your ad units 295$/)
    )
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(reading()).not.toHaveTextContent('880'))
  }
})

/** Before the library has loaded, and after, the chart takes the same space. */
export const SameHeight = meta.story({
  async play({ canvas, canvasElement }) {
    const chart = canvas.getByRole('group', { name: 'Billable views' })
    const { height } = chart.getBoundingClientRect()
    await waitFor(() => expect(canvasElement.querySelectorAll('canvas')).toHaveLength(3))
    await expect(chart.getBoundingClientRect().height).toBe(height)
    await expect(height).toBe(240)
  }
})
export const Dark = BothSides.extend(dark)
export const RightToLeft = BothSides.extend(rightToLeft)
/** At 320 px, the smallest supported width. */
export const Narrow = meta.story({
  decorators: [asReader(null), inFrame('20rem')],
  async play({ canvasElement }) {
    const frame = canvasElement.querySelector('figure')?.parentElement
    await expect(frame?.scrollWidth).toBeLessThanOrEqual(frame?.clientWidth ?? 0)
  }
})
export const NarrowDark = Narrow.extend(dark)
