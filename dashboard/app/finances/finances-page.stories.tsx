import { listEarnings } from '@mille/api/earnings/endpoints.ts'
import { readHolds, readStats } from '@mille/api/finances/endpoints.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './finances-page.tsx'

const states = pageStates({
  page,
  route: 'finances',
  who: 'advertiser',
  empty: {
    lists: [listEarnings, readHolds, readStats],
    says: 'No transactions in the last 30 days'
  }
})

const meta = preview.meta({
  title: 'Pages/Finances',
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
