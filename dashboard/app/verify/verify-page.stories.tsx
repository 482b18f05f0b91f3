import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './verify-page.tsx'

const states = pageStates({
  page,
  route: 'verify',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'It asks the network nothing.',
    failed: 'It asks the network nothing.',
    withoutRights: 'Anybody may see it.'
  }
})

const meta = preview.meta({
  title: 'Pages/Verify a bill',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
