import { listMembers, listMemberships } from '@mille/api/members/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './team-page.tsx'

const states = pageStates({
  page,
  route: 'settings/team',
  who: 'advertiser',
  empty: { lists: [listMembers, listMemberships], says: 'No one else can see your account' }
})

const meta = preview.meta({
  title: 'Pages/Team',
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
