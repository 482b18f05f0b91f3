import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { BarChart } from './bar-chart.tsx'

const days = Array.from({ length: 30 }, (_, index) => `${index + 1} June`)
const views = days.map((_, index) => 4000 + ((index * 7919) % 2600) + index * 60)

const meta = preview.meta({
  title: 'Components/Bar chart',
  component: BarChart,
  args: {
    title: 'Impressions',
    labels: days,
    series: [
      { id: 'billable', label: 'Billable', values: views },
      { id: 'viewable', label: 'Only viewable', values: views.map(it => Math.round(it / 3)) },
      { id: 'rejected', label: 'Rejected', values: views.map(it => Math.round(it / 9)) }
    ]
  },
  decorators: [inFrame('52rem')]
})

export const Playground = meta.story({})
export const OneSeries = meta.story({
  args: {
    series: [{ id: 'earned', label: 'Earned', values: views.map(it => BigInt(it)) }],
    format: value => `${value} sat`
  }
})
export const Empty = meta.story({
  args: { labels: [], series: [{ id: 'views', label: 'Views', values: [] }] }
})
export const Zeros = meta.story({
  args: { series: [{ id: 'views', label: 'Views', values: days.map(() => 0) }] }
})

export const Keyboard = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.tab()
    await expect(canvas.getByRole('group', { name: 'Impressions' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('2 June'))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('30 June'))
  }
})
export const AsTable = meta.story({
  args: { labels: days.slice(0, 5) },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('View as table'))
    await expect(canvas.getByRole('table', { name: 'Impressions' })).toBeVisible()
  }
})
export const Narrow = meta.story({ decorators: [inFrame('21rem')] })
export const Dark = Keyboard.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
