import { readCampaign } from '@mille/api/campaigns/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleCampaignDocument } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './campaign-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id',
  path: '/campaigns/1',
  who: 'advertiser',
  without: { empty: 'It has no list.' }
})

const longName = pageStates({
  page,
  route: 'campaigns/:id',
  path: '/campaigns/1',
  who: 'advertiser',
  heading: 'Autumn'.repeat(13),
  answers: [given(readCampaign, sampleCampaignDocument('1', { name: 'Autumn'.repeat(13) }))]
})

/** An active campaign whose schedule allows only one weekday, three days from now. */
const outside = pageStates({
  page,
  route: 'campaigns/:id',
  path: '/campaigns/1',
  who: 'advertiser',
  answers: [
    given(
      readCampaign,
      sampleCampaignDocument('1', {
        hours: Array.from({ length: 7 }, (_, day) =>
          (day === (new Date().getUTCDay() + 2) % 7 ? '1' : '0').repeat(24)
        ),
        hours_time_zone: 'UTC'
      })
    )
  ]
})

const meta = preview.meta({
  title: 'Pages/Campaign',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const OutsideOfItsHours = meta.story({
  ...outside.phone,
  play: async context => {
    await outside.phone.play(context)
    await expect(context.canvas.getAllByText('Outside of its hours')[0]).toBeVisible()
    const text = 'It is shown again when the next of its hours begins.'
    await expect(context.canvas.getByText(text)).toBeVisible()
  }
})
export const LongNameOnPhone = meta.story(longName.phone)
