import { listQueuedDeposits, readPayoutReview } from '@mille/api/payments/endpoints.ts'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './payouts-page.tsx'

const states = pageStates({
  page,
  route: 'admin/payouts',
  who: 'operator',
  empty: { lists: [listQueuedDeposits, readPayoutReview], says: 'No withdrawals in progress' }
})

const meta = preview.meta({
  title: 'Pages/Admin payouts',
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
