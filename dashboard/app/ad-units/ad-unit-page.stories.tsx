import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-unit-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units/:id',
  path: '/ad-units/1',
  who: 'publisher',
  without: { empty: 'It has no list.' }
})

const meta = preview.meta({
  title: 'Pages/Ad unit',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
