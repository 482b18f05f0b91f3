import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleAdUnit, sampleHouseAd } from '@mille/stores/shared/sample-documents.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-unit-placement-page.tsx'

const { adUnits, statistics } = endpoints
const options = {
  page,
  route: 'ad-units/:id/placement',
  path: '/ad-units/1/placement',
  who: 'publisher',
  answers: [
    given(adUnits.createHouseAd, { data: sampleHouseAd('4', { text: 'Our shop', weight: 60 }) }),
    given(adUnits.updateHouseAd, {
      data: sampleHouseAd('1', { text: 'Our new book', weight: 10 })
    }),
    given(adUnits.deleteHouseAd, undefined)
  ],
  empty: { lists: [adUnits.listHouseAds], says: 'No house ads' }
} as const
const states = pageStates(options)

const meta = preview.meta({
  title: 'Pages/Ad unit placement',
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
const withFloor = (floor: AdUnit['attributes']['floor']) => {
  const unit = sampleAdUnit('1')
  return given(adUnits.readAdUnit, {
    data: { ...unit, attributes: { ...unit.attributes, floor } }
  })
}
const forecastOf = (billable: number, meeting: number) =>
  given(statistics.readFloorForecast, {
    data: {
      type: 'floor_forecasts',
      id: '1',
      attributes: { since: '2026-11-14T00:00:00.000Z', billable, meeting }
    }
  })
const dollar = { asset: 'USD', net_cpm: '100000000' } as const
const withFloorPrice = pageStates({
  ...options,
  answers: [withFloor(dollar), forecastOf(8400, 5900)]
})
const withoutViews = pageStates({ ...options, answers: [withFloor(dollar), forecastOf(0, 0)] })

export const FloorPrice = meta.story({
  ...withFloorPrice.full,
  play: async context => {
    await withFloorPrice.full.play(context)
    const { canvas, userEvent } = context
    const field = await canvas.findByLabelText(/Floor price for 1,000 views/)
    await expect(field).toHaveValue('1')
    await canvas.findByText(/^70% of the unit’s 8,400 paid views/)
    await userEvent.clear(field)
    await expect(canvas.queryByText(/paid views in the last 14 days met/)).toBe(null)
    await userEvent.type(field, '2')
    await canvas.findByText(/^70% of the unit’s 8,400 paid views/)
  }
})
export const FloorPriceWithoutData = meta.story({
  ...withoutViews.full,
  play: async context => {
    await withoutViews.full.play(context)
    await context.canvas.findByText(/^No forecast yet/)
  }
})
export const FloorPriceRefused = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const field = await canvas.findByLabelText(/Floor price for 1,000 views/)
    await expect(field).toHaveValue('')
    await userEvent.type(field, 'cheap')
    await userEvent.click(canvas.getByRole('button', { name: 'Save floor price' }))
    await canvas.findByText('Floor price for 1,000 views must be an amount, such as 0.50.')
    await expect(field).toHaveValue('cheap')
  }
})
const unitWithFrame = (fallback_url: string) => {
  const unit = sampleAdUnit('1')
  return { ...unit, attributes: { ...unit.attributes, fallback: 'frame', fallback_url } as const }
}
const withFrame = pageStates({
  ...options,
  answers: [
    given(adUnits.readAdUnit, { data: unitWithFrame('https://ads.other.example/tag?zone=7') }),
    given(adUnits.updateAdUnit, { data: unitWithFrame('https://www.example.com/other.html') })
  ]
})
export const AnotherNetwork = meta.story({
  ...withFrame.full,
  play: async context => {
    await withFrame.full.play(context)
    const { canvas, userEvent } = context
    const choose = (name: RegExp) => userEvent.click(canvas.getByRole('radio', { name }))
    const address = () => canvas.queryByRole('textbox', { name: /^Address of the page/ })
    await canvas.findByRole('radio', { name: /^Another network’s page/ })
    await expect(address()).toHaveValue('https://ads.other.example/tag?zone=7')
    await userEvent.clear(address() as HTMLElement)
    await userEvent.type(address() as HTMLElement, 'www.example.com/other.html')
    // The typed address is kept while another choice is looked at.
    await choose(/^Nothing/)
    await expect(address()).toBe(null)
    await choose(/^Another network’s page/)
    await expect(address()).toHaveValue('www.example.com/other.html')
    await userEvent.keyboard('{Tab}')
    await userEvent.type(address() as HTMLElement, '{Enter}')
    await waitFor(() => expect(address()).toHaveValue('https://www.example.com/other.html'))
  }
})
export const CodeInTwoParts = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const fold = canvas.getByText('Faster on long pages: in two parts')
    const copies = ['HTML for the head', 'HTML for the ad’s place'].map(part =>
      canvas.getByRole('button', { name: `Copy ${part}` })
    )
    for (const copy of copies) await expect(copy).not.toBeVisible()
    await userEvent.click(fold)
    for (const copy of copies) await expect(copy).toBeVisible()
  }
})

export const HouseAdsByKeyboard = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const save = () => screen.getByRole('button', { name: 'Save' })
    const rowOf = (text: string) => canvas.queryByRole('row', { name: new RegExp(text) })
    await canvas.findByRole('button', { name: 'Add house ad' })
    await expect(rowOf('Our own book')).toHaveTextContent('75%')
    await expect(rowOf('The letter on Mondays')).toHaveTextContent('25%')
    await expect(rowOf('The autumn sale')).toHaveTextContent('Not running')

    canvas.getByRole('button', { name: 'Add house ad' }).focus()
    await userEvent.keyboard('{Enter}')
    const text = await screen.findByRole('textbox', { name: 'Text' })
    await userEvent.type(text, 'Our shop')
    await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'shop.example')
    save().focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rowOf('Our shop')).toHaveTextContent('60%'))

    canvas.getByRole('button', { name: 'Edit “Our own book”' }).focus()
    await userEvent.keyboard('{Enter}')
    const weight = await screen.findByRole('textbox', { name: /^Weight/ })
    await expect(weight).toHaveValue('30')
    await userEvent.clear(weight)
    await userEvent.type(weight, '10')
    save().focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rowOf('Our new book')).toHaveTextContent('13%'))

    canvas.getByRole('button', { name: 'Remove “Our new book”' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByText('Your pages stop showing “Our new book” within a second.')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(rowOf('Our new book')).toBe(null))
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('House ads')
    )
  }
})
