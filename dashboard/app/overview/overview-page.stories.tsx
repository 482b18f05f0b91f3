import { listAdUnits } from '@mille/api/ad-units/endpoints.ts'
import { listCampaigns } from '@mille/api/campaigns/endpoints.ts'
import { listLegalConsents } from '@mille/api/legal/endpoints.ts'
import { listOrders } from '@mille/api/marketplace/endpoints.ts'
import { listNotifications } from '@mille/api/notifications/endpoints.ts'
import { listSites } from '@mille/api/sites/endpoints.ts'
import { readFirstSteps } from '@mille/api/statistics/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleFirstSteps } from '@mille/stores/samples/sample-first-steps.ts'
import { sampleConsents } from '@mille/stores/samples/sample-legal.ts'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { overviewMessages } from './messages.ts'
import * as page from './overview-page.tsx'

const firstStepsOf = (attributes: ReturnType<typeof sampleFirstSteps>) =>
  given(readFirstSteps, { data: { type: 'first_steps', id: '7', attributes } })

const options = {
  page,
  route: 'overview',
  who: 'advertiser',
  empty: {
    lists: [
      listAdUnits,
      listCampaigns,
      listNotifications,
      listOrders,
      listSites,
      firstStepsOf(sampleFirstSteps({}))
    ],
    says: overviewMessages.nothingYet
  }
} as const
const states = pageStates(options)
const termsChanged = pageStates({
  ...options,
  answers: [given(listLegalConsents, sampleConsents(1))]
})
/** For a suspended account, every page shows the reason at the top. */
const suspended = pageStates({ ...options, who: 'suspended' })
const beginning = pageStates({
  ...options,
  answers: [firstStepsOf(sampleFirstSteps({ advertiser: 2, account: 1 }))]
})

const meta = preview.meta({
  title: 'Pages/Overview',
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
export const Beginning = meta.story(beginning.full)
export const BeginningOnPhone = meta.story(beginning.phone)
export const Suspended = meta.story(suspended.full)
export const SuspendedOnPhone = meta.story(suspended.phone)
/** The terms changed since the account agreed to them. */
export const TermsChanged = meta.story(termsChanged.full)
export const TermsChangedOnPhone = meta.story(termsChanged.phone)
