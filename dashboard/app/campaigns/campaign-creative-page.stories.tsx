import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './campaign-creative-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id/creative',
  path: '/campaigns/1/creative',
  who: 'advertiser',
  without: { empty: 'It has no list.' }
})

const meta = preview.meta({
  title: 'Pages/Campaign creative',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
