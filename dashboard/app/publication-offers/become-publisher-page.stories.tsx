import { listSites } from '@mille/api/sites/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './become-publisher-page.tsx'

const states = pageStates({
  page,
  route: 'marketplace/become_publisher',
  who: 'publisher',
  empty: { lists: [listSites], says: 'You have no verified site yet.' },
  bearsFailure: true,
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Become a publisher',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
