import { readTrafficEstimations } from '@mille/api/traffic-statistics/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { publishersLater } from './publishers-later-messages.ts'
import * as page from './publishers-page.tsx'

const options = {
  page,
  route: 'publishers',
  who: 'visitor',
  bearsFailure: true,
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
} as const
const states = pageStates(options)

const nothing = { BTC: '0', USD: '0' }
const newNetwork = pageStates({
  ...options,
  answers: [
    given(readTrafficEstimations, {
      data: {
        type: 'traffic_estimations',
        id: '1',
        attributes: {
          impressions: 100_000,
          impressions_counted: 12,
          impressions_needed: 1000,
          enough_data: false,
          billable_percent: null,
          net_cpm: null,
          earnings: null,
          earnings_low: null,
          is_limited: false,
          range: null,
          demand: { campaigns_count: 0, per_day: nothing }
        }
      }
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/For publishers',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const NewNetwork = meta.story({
  ...newNetwork.full,
  async play(context) {
    await newNetwork.full.play(context)
    await expect(
      await within(context.canvasElement).findByText(publishersLater.notEnough)
    ).toBeVisible()
  }
})
export const Dark = meta.story({ ...states.full, globals: { theme: 'dark' } })
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
