import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listOrders } from '@mille/api/marketplace/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './orders-page.tsx'

const states = pageStates({
  page,
  route: 'publication_orders',
  who: 'advertiser',
  empty: { lists: [listOrders], says: 'No orders yet' }
})

const inDollars = pageStates({
  page,
  route: 'publication_orders',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const meta = preview.meta({
  title: 'Pages/Orders',
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

/** Amounts in the currency chosen in the settings. */
export const InDollars = meta.story(inDollars.full)
