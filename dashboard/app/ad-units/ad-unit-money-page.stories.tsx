import { readAdUnitStatements } from '@mille/api/statistics/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-unit-money-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units/:id/money',
  path: '/ad-units/1/money',
  who: 'publisher',
  empty: { lists: [readAdUnitStatements], says: 'No settlements yet' }
})

const meta = preview.meta({
  title: 'Pages/Ad unit money',
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
