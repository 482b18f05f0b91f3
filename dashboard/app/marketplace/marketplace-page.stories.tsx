import { listOffers } from '@mille/api/marketplace/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './marketplace-page.tsx'

const states = pageStates({
  page,
  route: 'marketplace',
  who: 'visitor',
  empty: { lists: [listOffers], says: 'No offers yet' },
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Marketplace',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
