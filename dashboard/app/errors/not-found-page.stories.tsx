import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './not-found-page.tsx'

const states = pageStates({
  page,
  route: '*',
  path: '/nothing/here',
  who: 'visitor',
  heading: 'Page not found',
  without: {
    empty: 'It has no list.',
    withoutRights: 'Anybody may see it.',
    loading: 'It asks the network nothing.',
    failed: 'It asks the network nothing.'
  }
})

const meta = preview.meta({
  title: 'Pages/Not found',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
