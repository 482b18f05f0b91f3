import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listAutomaticPayouts, listWithdrawals } from '@mille/api/payments/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './withdraw-page.tsx'

const options = {
  page,
  route: 'finances/withdraw',
  who: 'advertiser',
  empty: { lists: [listAutomaticPayouts, listWithdrawals], says: 'No withdrawals yet' }
} as const
const states = pageStates(options)
/** The state of the page for an account that an operator has frozen. */
const frozen = pageStates({ ...options, who: 'frozen' })
const inDollars = pageStates({
  ...options,
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const meta = preview.meta({
  title: 'Pages/Withdraw',
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
export const Frozen = meta.story(frozen.full)
export const FrozenOnPhone = meta.story(frozen.phone)

/** Withdrawals in the currency chosen in the settings, with the exact amount behind each. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const { canvas } = context
    await expect(canvas.getAllByText(/^≈.−[\d,.]+.USD$/)[0]).toBeVisible()
    await expect(canvas.getAllByTitle(/^[\d.]+ BTC$/).length).toBeGreaterThan(0)
  }
})
export const InDollarsOnPhone = meta.story(inDollars.phone)
