import { listAdUnits } from '@mille/api/ad-units/endpoints.ts'
import { listSites } from '@mille/api/sites/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-units-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units',
  who: 'publisher',
  empty: { lists: [listAdUnits, listSites], says: 'No ad units yet' }
})

const meta = preview.meta({
  title: 'Pages/Ad units',
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
