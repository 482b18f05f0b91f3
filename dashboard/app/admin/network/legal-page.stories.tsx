import { listLegalTexts } from '@mille/api/legal/endpoints.ts'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './legal-page.tsx'

const states = pageStates({
  page,
  route: 'admin/legal',
  who: 'operator',
  empty: { lists: [listLegalTexts], says: 'Not published yet' }
})

const meta = preview.meta({
  title: 'Pages/Admin legal pages',
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
