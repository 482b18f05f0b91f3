import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './edit-campaign-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id/edit',
  path: '/campaigns/1/edit',
  who: 'advertiser',
  without: { empty: 'It has no list.', loading: 'It is loaded once.' }
})

const meta = preview.meta({
  title: 'Pages/Edit campaign',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
