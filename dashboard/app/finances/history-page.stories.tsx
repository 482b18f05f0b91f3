import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { readHistory } from '@mille/api/finances/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './history-page.tsx'

const states = pageStates({
  page,
  route: 'finances/history',
  who: 'advertiser',
  empty: { lists: [readHistory], says: 'No transactions yet' }
})

const inDollars = pageStates({
  page,
  route: 'finances/history',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const meta = preview.meta({
  title: 'Pages/Finance history',
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

/** Movements in the currency chosen in the settings, with what was moved behind each converted amount. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const { canvas } = context
    await expect(canvas.getAllByText(/^≈.[+−][\d,.]+.USD$/)[0]).toBeVisible()
    await expect(canvas.getAllByTitle(/^[\d.]+ BTC$/).length).toBeGreaterThan(0)
  }
})
export const InDollarsDark = InDollars.extend({ globals: { theme: 'dark' } })
export const InDollarsOnPhone = meta.story(inDollars.phone)
export const InDollarsRightToLeft = meta.story(inDollars.rightToLeft)
