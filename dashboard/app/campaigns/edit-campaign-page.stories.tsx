import { readCampaign } from '@mille/api/campaigns/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './edit-campaign-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit',
  who: 'advertiser',
  without: { empty: 'It has no list.', loading: 'It is loaded once.' }
})

const longName = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit',
  who: 'advertiser',
  heading: `Edit “${'Autumn'.repeat(13)}”`,
  answers: [given(readCampaign, sampleCampaignDocument('1', { name: 'Autumn'.repeat(13) }))]
})

const utm = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        utm_source: 'mille',
        utm_campaign: '{campaign_name}',
        utm_content: '{site}'
      })
    )
  ]
})

const dates = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit?step=payment',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        starts_at: '2026-12-04T17:00:00.000Z',
        ends_at: '2026-12-06T23:00:00.000Z'
      })
    )
  ]
})

const visitors = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit?step=traffic',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        countries: { mode: 'include', codes: ['AT', 'CH', 'DE'] },
        devices: ['phone', 'tablet']
      })
    )
  ]
})

const meta = preview.meta({
  title: 'Pages/Edit campaign',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const Dates = meta.story(dates.full)
export const Utm = meta.story(utm.full)
export const UtmOnPhone = meta.story(utm.phone)
export const DatesOnPhone = meta.story(dates.phone)
export const Visitors = meta.story(visitors.full)
export const VisitorsOnPhone = meta.story(visitors.phone)
export const LongNameOnPhone = meta.story(longName.phone)
