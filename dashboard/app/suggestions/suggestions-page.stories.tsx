import { listSuggestions } from '@mille/api/support/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './suggestions-page.tsx'

const states = pageStates({
  page,
  route: 'suggestions',
  who: 'advertiser',
  empty: { lists: [listSuggestions], says: 'No suggestions yet' },
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Suggestions',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
