import { listQueuedDeposits, readPayoutReview } from '@mille/api/payments/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { samplePayable } from '@mille/stores/samples/sample-bolt11.ts'
import { sampleWithdrawal } from '@mille/stores/samples/sample-withdrawal.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './payouts-page.tsx'

const states = pageStates({
  page,
  route: 'admin/payouts',
  who: 'operator',
  empty: { lists: [listQueuedDeposits, readPayoutReview], says: 'No withdrawals in progress' }
})

const invoice = samplePayable()
const review = { user_id: '7', user_name: 'ada', passkey_challenge: 'c2FtcGxl', instead_of: null }
const lightning = { payment_hash: 'ab'.repeat(32), preimage: null, address: null }
const flying = sampleWithdrawal('4', { address: invoice, lightning, state: 'sent' })
const byLightning = pageStates({
  page,
  route: 'admin/payouts',
  who: 'operator',
  answers: [
    given(readPayoutReview, {
      data: [{ ...flying, attributes: { ...flying.attributes, ...review } }],
      meta: { pagination: { records: 1 }, stops: [], restore: null, unknown: [] }
    })
  ]
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

/** A payment by Lightning has the beginning and the end of its invoice, and is in flight until it is decided. */
export const ByLightning = meta.story({
  ...byLightning.phone,
  globals: { viewport: { value: 'small' } },
  async play(context: { canvasElement: HTMLElement }) {
    await byLightning.phone.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText('In flight')).toBeVisible()
    await expect(canvas.getByTitle(invoice)).toHaveTextContent(/^lnbcrt10…/)
    await expect(canvas.queryByText(invoice)).toBeNull()
  }
})
