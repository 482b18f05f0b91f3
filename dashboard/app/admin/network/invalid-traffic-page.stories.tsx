import { reviewEarnings } from '@mille/api/earnings/endpoints.ts'
import { sampleCleanTraffic } from '@mille/stores/samples/sample-review.ts'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './invalid-traffic-page.tsx'

const states = pageStates({
  page,
  route: 'admin/traffic',
  who: 'operator',
  empty: { lists: [reviewEarnings, sampleCleanTraffic], says: 'Nothing was rejected' }
})

const meta = preview.meta({
  title: 'Pages/Admin traffic',
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
