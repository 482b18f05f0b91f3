import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { readCampaign } from '@mille/api/campaigns/endpoints.ts'
import { listTrafficSources } from '@mille/api/traffic-sources/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleCampaignDocument, sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './traffic-sources-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id/traffic',
  path: '/campaigns/1/traffic',
  who: 'advertiser',
  empty: { lists: [listTrafficSources], says: 'It has not run yet' }
})

const longName = pageStates({
  page,
  route: 'campaigns/:id/traffic',
  path: '/campaigns/1/traffic',
  who: 'advertiser',
  answers: [given(readCampaign, sampleCampaignDocument('1', { name: 'Autumn'.repeat(13) }))]
})

const visitors = pageStates({
  page,
  route: 'campaigns/:id/traffic',
  path: '/campaigns/1/traffic',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        countries: { mode: 'exclude', codes: ['AT', 'CH', 'DE', 'GB', 'US'] },
        devices: ['phone', 'tablet'],
        systems: ['android', 'ios'],
        page_languages: { mode: 'include', codes: ['de', 'en'] },
        page_keywords: { include: ['bitcoin', 'wallet*'], exclude: ['casino'] },
        site_share_percent: 20
      })
    )
  ]
})

const inDollars = pageStates({
  page,
  route: 'campaigns/:id/traffic',
  path: '/campaigns/1/traffic',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const meta = preview.meta({
  title: 'Pages/Campaign traffic',
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
export const VisitorsOnPhone = meta.story(visitors.phone)
export const LongNameOnPhone = meta.story(longName.phone)

/** What each source cost, in the currency chosen in the settings. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const { canvas } = context
    await expect(canvas.getAllByTitle(/^[\d.]+ BTC$/).length).toBeGreaterThan(0)
  }
})
