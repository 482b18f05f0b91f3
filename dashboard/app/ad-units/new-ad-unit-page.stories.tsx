import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './new-ad-unit-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units/new',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'It is loaded once.',
    withoutRights: 'Anybody may see it.'
  }
})

const meta = preview.meta({
  title: 'Pages/New ad unit',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
