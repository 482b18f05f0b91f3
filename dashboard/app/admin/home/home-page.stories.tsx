import { emptyHome } from '@mille/stores/samples/sample-operator.ts'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './home-page.tsx'

const states = pageStates({
  page,
  route: 'admin',
  who: 'operator',
  empty: { lists: [emptyHome], says: 'No activity yet' }
})

const meta = preview.meta({
  title: 'Pages/Admin home',
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
