import { emptySharedReport } from '@mille/stores/samples/sample-reports.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './shared-report-page.tsx'

const states = pageStates({
  page,
  route: 'reports/shared/:token',
  path: '/reports/shared/a-token',
  who: 'visitor',
  empty: { lists: [emptySharedReport], says: 'Nothing in these days' },
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Shared report',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
