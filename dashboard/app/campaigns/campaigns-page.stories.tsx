import { listCampaigns } from '@mille/api/campaigns/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { pages } from '@mille/stores/samples/sample-moments.ts'
import { sampleCampaign } from '@mille/stores/shared/sample-documents.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './campaigns-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  empty: { lists: [listCampaigns], says: 'No campaigns yet' }
})

const { campaign, included } = sampleCampaign('1', { name: 'Autumn'.repeat(13) })
const longName = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  answers: [given(listCampaigns, { data: [campaign], included, meta: pages(1) })]
})

const meta = preview.meta({
  title: 'Pages/Campaigns',
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
export const LongNameOnPhone = meta.story(longName.phone)
