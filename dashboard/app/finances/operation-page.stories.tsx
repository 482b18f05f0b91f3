import { sampleUnbookedOperation } from '@mille/stores/samples/sample-money.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './operation-page.tsx'

const states = pageStates({
  page,
  route: 'finances/operations/:id',
  path: '/finances/operations/transfer-1',
  who: 'advertiser',
  empty: {
    lists: [sampleUnbookedOperation],
    says: 'There are no entries on your accounts for this yet.'
  }
})

const meta = preview.meta({
  title: 'Pages/Operation',
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
