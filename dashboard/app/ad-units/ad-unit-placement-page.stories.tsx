import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleAdUnit } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-unit-placement-page.tsx'

const options = {
  page,
  route: 'ad-units/:id/placement',
  path: '/ad-units/1/placement',
  who: 'publisher',
  without: { empty: 'It has no list.' }
} as const
const states = pageStates(options)

const meta = preview.meta({
  title: 'Pages/Ad unit placement',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
const { adUnits, statistics } = endpoints
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
