import { readLegalPage } from '@mille/api/legal/endpoints.ts'
import { missing } from '@mille/stores/samples/sample-answer.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './legal-page.tsx'

const options = {
  page,
  route: 'legal/:kind',
  path: '/legal/terms',
  who: 'visitor',
  heading: 'Terms of service',
  empty: {
    lists: [missing(readLegalPage)],
    says: 'This network has not published'
  },
  without: { withoutRights: 'Anyone may see it.' }
} as const
const states = pageStates(options)
const earlier = pageStates({ ...options, path: '/legal/terms?version=1' })

const meta = preview.meta({
  title: 'Pages/Legal page',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const EarlierVersion = meta.story(earlier.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
