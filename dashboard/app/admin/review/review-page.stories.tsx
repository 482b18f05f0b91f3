import { readReviewQueue } from '@mille/api/admin/endpoints.ts'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './review-page.tsx'

const states = pageStates({
  page,
  route: 'admin/creatives',
  who: 'operator',
  empty: { lists: [readReviewQueue], says: 'Nothing to review' }
})

const meta = preview.meta({
  title: 'Pages/Admin creatives',
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
