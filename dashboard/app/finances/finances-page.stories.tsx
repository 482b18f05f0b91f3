import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listEarnings } from '@mille/api/earnings/endpoints.ts'
import { readHolds, readStats } from '@mille/api/finances/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleDay, sampleDays } from '@mille/stores/samples/sample-moments.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './finances-page.tsx'

const states = pageStates({
  page,
  route: 'finances',
  who: 'advertiser',
  empty: {
    lists: [listEarnings, readHolds, readStats],
    says: 'No transactions in the last 30 days'
  }
})

const inDollars = pageStates({
  page,
  route: 'finances',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const theSameEachDay = pageStates({
  page,
  route: 'finances',
  who: 'advertiser',
  answers: [
    given(readStats, {
      data: sampleDays(30, ago => ({
        type: 'user_finances_stats' as const,
        id: `BTC-${sampleDay(ago)}`,
        attributes: {
          ...{ date: sampleDay(ago), currency: 'BTC' as const },
          ...{ spending: '400', earning: '0', withdrawal: '0', deposit: '0' }
        }
      }))
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/Finances',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

/** Each type of movement has its own axis and is read by arrow keys. */
export const ChartByKeyboard = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const chart = canvas.getByRole('group', { name: 'Spent by day' })
    chart.focus()
    await userEvent.keyboard('{Home}')
    const reading = () => chart.parentElement?.querySelector('[role="status"]')
    await waitFor(() => expect(reading()).toHaveTextContent(/Spent 0\.00011600 BTC$/))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(reading()).toHaveTextContent(/Spent 0\.00000000 BTC$/))
    await userEvent.click(canvas.getByRole('combobox', { name: 'Show' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Deposited' }))
    await expect(await canvas.findByRole('group', { name: 'Deposited by day' })).toBeVisible()
  }
})

/** The chart and the lists are in the currency chosen in the settings; account balances stay as they are. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const { canvas, userEvent } = context
    await expect(canvas.getByRole('heading', { name: 'The last 30 days, USD' })).toBeVisible()
    await userEvent.click(canvas.getByText('View as table'))
    await expect(canvas.getByRole('table', { name: 'Spent by day' })).toHaveTextContent(
      /≈ \d+\.\d\d USD/
    )
    await expect(canvas.getByRole('table', { name: 'Upcoming earnings' })).toHaveTextContent(
      /≈.[\d.,<]+.USD/
    )
    await userEvent.click(
      canvas.getAllByRole('button', { name: 'View funds on hold' })[0] as HTMLElement
    )
    await expect(await screen.findByRole('table', { name: 'Funds on hold' })).toHaveTextContent(
      /≈.[\d.,<]+.USD/
    )
  }
})

/** Returns the part of the chart's height that is drawn on, this many pixels before its end. */
function drawnAt(canvasElement: HTMLElement, beforeEnd: number): number {
  const plot = canvasElement.querySelector('canvas')
  const x = plot ? plot.width - Math.round(beforeEnd * devicePixelRatio) : 0
  const pixels = plot?.getContext('2d')?.getImageData(x, 0, 1, plot.height).data ?? []
  const drawn = Array.from(pixels).filter((value, index) => index % 4 === 3 && value > 0)
  return drawn.length / (plot?.height ?? 1)
}

/** The area below the line ends with yesterday, and only a dotted line leads to today. */
export const RunningDay = meta.story({
  ...theSameEachDay.full,
  play: async context => {
    await theSameEachDay.full.play(context)
    const { canvas, canvasElement } = context
    await waitFor(() => expect(drawnAt(canvasElement, 100)).toBeGreaterThan(0.5))
    // The plot ends 16 pixels before the canvas, and a day is wider than 10 pixels.
    await expect(drawnAt(canvasElement, 22)).toBeLessThan(0.2)
    await expect(canvas.queryByRole('combobox', { name: 'Show' })).toBeNull()
  }
})
