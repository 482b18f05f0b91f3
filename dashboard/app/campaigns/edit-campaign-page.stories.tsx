import { readCampaign } from '@mille/api/campaigns/endpoints.ts'
import { hourPresets } from '@mille/stores/campaign-draft/week-hours.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { expect, within } from 'storybook/test'
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
        devices: ['phone', 'tablet'],
        systems: ['android', 'ios'],
        page_languages: { mode: 'include', codes: ['de', 'en'] },
        page_keywords: { include: ['bitcoin', 'wallet*'], exclude: ['casino'] },
        site_share_percent: 20
      })
    )
  ]
})

const hours = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit?step=traffic',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        hours: hourPresets.evenings,
        hours_time_zone: 'Europe/Berlin'
      })
    )
  ]
})

/** The step's code loads after the page, and the code of the hours grid loads after the step. */
const withHours = <State extends Pick<typeof hours.full, 'play'>>(state: State) => ({
  ...state,
  play: async (context: Parameters<State['play']>[0]) => {
    await state.play(context)
    const page = within(context.canvasElement)
    const name = 'Saturday, 09:00–10:00'
    const cell = await page.findByRole('gridcell', { name }, { timeout: 10_000 })
    await expect(cell).toHaveAttribute('aria-selected', 'true')
    const { width, height } = cell.getBoundingClientRect()
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
    const { scrollWidth, clientWidth } = document.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  }
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
export const Hours = meta.story(withHours(hours.full))
export const HoursOnPhone = meta.story(withHours(hours.phone))
export const HoursRightToLeft = meta.story(withHours(hours.rightToLeft))
export const LongNameOnPhone = meta.story(longName.phone)
