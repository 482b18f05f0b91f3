import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './confirm-page.tsx'

const states = pageStates({
  page,
  route: 'user/confirm',
  path: '/user/confirm?token=a-token',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'It asks the network nothing.',
    failed: 'It asks the network nothing.',
    withoutRights: 'Anybody may see it.'
  }
})

const meta = preview.meta({
  title: 'Pages/Confirm',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
