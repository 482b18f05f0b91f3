import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-solutions-page.tsx'

const states = pageStates({
  page,
  route: 'ad-solutions',
  who: 'visitor',
  bearsFailure: true,
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Ad solutions',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
