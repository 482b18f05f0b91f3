import {
  type AutomaticPayout,
  listAutomaticPayouts,
  setAutomaticPayout
} from '@mille/api/payments/endpoints.ts'
import { type Given, given, refusedField } from '@mille/stores/samples/sample-answer.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { listedWithdrawals } from '@mille/stores/samples/sample-withdrawal.ts'
import { expect, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { automaticMessages as messages } from './messages.ts'
import * as page from './withdraw-page.tsx'

const address = 'ada.lovelace+payouts@wallet.example'

const rule = (attributes: Partial<AutomaticPayout['attributes']> = {}): AutomaticPayout => ({
  type: 'automatic_payouts',
  id: 'BTC',
  attributes: {
    ...{ currency: 'BTC', token_code: 'BTC', method: 'lightning', address, threshold: '5000' },
    ...{ usable_at: sampleMoment(2), is_frozen: false },
    ...{ problem: null, problem_detail: null, next_try_at: null },
    ...attributes
  }
})
const rules = (...data: AutomaticPayout[]) => given(listAutomaticPayouts, { data })

const both = listedWithdrawals([])

const options = {
  page,
  route: 'finances/withdraw',
  who: 'advertiser',
  without: {
    empty: 'It is that of the page.',
    loading: 'It is that of the page.',
    failed: 'It is that of the page.',
    withoutRights: 'It is that of the page.'
  }
} as const
const at = (...answers: Given[]) => pageStates({ ...options, answers })

type Context = {
  canvasElement: HTMLElement
  userEvent: {
    click: (element: Element) => Promise<void>
    type: (element: Element, text: string) => Promise<void>
  }
}
type Story = ReturnType<typeof pageStates>['full']

const meta = preview.meta({
  title: 'Pages/Withdraw/Automatic by Lightning',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

/** A story in which the form says how it is. */
const saying = (story: Story, says: RegExp | string) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    await expect(await within(context.canvasElement).findByText(says)).toBeVisible()
  }
})

const on = at(both, rules(rule()))
const onText = /Once in 24 hours at most, your balance is sent when/
export const On = meta.story(saying(on.full, onText))
export const OnPhone = meta.story(saying(on.phone, onText))
export const OnRightToLeft = meta.story(saying(on.rightToLeft, onText))
export const OnDark = meta.story({ ...saying(on.full, onText), globals: { theme: 'dark' } })
export const Paid = meta.story(
  saying(at(both, rules(rule({ next_try_at: sampleMoment(-1) }))).full, /The next payment is not/)
)
export const NewAddress = meta.story(
  saying(
    at(both, rules(rule({ is_frozen: true, usable_at: sampleMoment(-2) }))).full,
    /The address is new/
  )
)

const failed = at(
  both,
  rules(
    rule({
      problem: 'lightning_address_unreachable',
      problem_detail: 'wallet.example did not respond within 4 seconds.',
      next_try_at: sampleMoment(-1)
    })
  )
)
const failedText =
  /wallet\.example did not respond within 4 seconds\. Your money is in your balance/
export const Failed = meta.story(saying(failed.full, failedText))
export const FailedOnPhone = meta.story(saying(failed.phone, failedText))
export const FailedRightToLeft = meta.story(saying(failed.rightToLeft, failedText))
export const FailedDark = meta.story({
  ...saying(failed.full, failedText),
  globals: { theme: 'dark' }
})
export const NotArrived = meta.story(
  saying(
    at(
      both,
      rules(
        rule({
          problem: 'payment_failed',
          problem_detail: 'No payment of the invoice got through',
          next_try_at: sampleMoment(-1)
        })
      )
    ).full,
    /No payment of the invoice got through\. Your money is in your balance/
  )
)
export const OverLimit = meta.story(
  saying(
    at(both, rules(rule({ problem: 'amount_over_limit', next_try_at: sampleMoment(-1) }))).full,
    messages.waits
  )
)
export const WithoutLightning = meta.story(
  saying(at(listedWithdrawals([], undefined, null), rules(rule())).full, messages.lightningOff)
)

/** The choice of where to pay; what was typed for the other one stays. */
const choosing = (story: Story) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    const { canvasElement, userEvent } = context
    const canvas = within(canvasElement)
    const { type, click } = userEvent
    await type(await canvas.findByLabelText(messages.addressOf('BTC')), 'bc1q')
    await click(canvas.getByRole('radio', { name: /^To a Lightning Address/ }))
    await type(canvas.getByLabelText(messages.lightningAddress), address)
    await expect(canvas.getByText(/At least this much arrives/)).toBeVisible()
    await click(canvas.getByRole('radio', { name: /^To a Bitcoin address/ }))
    await expect(canvas.getByLabelText(messages.addressOf('BTC'))).toHaveValue('bc1q')
    await click(canvas.getByRole('radio', { name: /^To a Lightning Address/ }))
    await expect(canvas.getByLabelText(messages.lightningAddress)).toHaveValue(address)
  }
})
const off = at(both, rules())
export const Choice = meta.story(choosing(off.full))
export const ChoiceOnPhone = meta.story(choosing(off.phone))
export const ChoiceRightToLeft = meta.story(choosing(off.rightToLeft))
export const ChoiceDark = meta.story({ ...choosing(off.full), globals: { theme: 'dark' } })

/** A network without a chain to pay out on has no choice. */
const only = at(listedWithdrawals([], []), rules())
export const OnlyLightning = meta.story({
  ...only.full,
  async play(context: Context) {
    await only.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(await canvas.findByLabelText(messages.lightningAddress)).toBeVisible()
    await expect(canvas.queryByRole('radio', { name: /^To a/ })).toBeNull()
  }
})

const says = 'This is not a valid Lightning Address'
const invalid = at(
  both,
  rules(),
  refusedField(setAutomaticPayout, 'address', 'lightning_address_invalid', says)
)
export const Invalid = meta.story({
  ...invalid.full,
  async play(context: Context) {
    await invalid.full.play(context)
    const { canvasElement, userEvent } = context
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: /^To a Lightning Address/ }))
    const field = canvas.getByLabelText(messages.lightningAddress)
    await userEvent.type(field, 'ada')
    await userEvent.click(canvas.getByRole('button', { name: messages.start }))
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(says)))
    await expect(field).toHaveValue('ada')
  }
})
