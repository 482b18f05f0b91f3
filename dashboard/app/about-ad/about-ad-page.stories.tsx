import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './about-ad-page.tsx'

const states = pageStates({
  page,
  route: 'about-ad',
  path: '/about-ad?creative=1&unit=1&banner=5',
  who: 'visitor',
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const text = pageStates({
  page,
  route: 'about-ad',
  path: '/about-ad?creative=1&unit=1',
  who: 'visitor',
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/About an ad',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const AsText = meta.story(text.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
