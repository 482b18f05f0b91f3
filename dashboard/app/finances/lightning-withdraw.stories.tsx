import type { ErrorCode } from '@mille/api/errors.ts'
import {
  createLightningWithdrawal,
  listWithdrawals,
  type Withdrawal,
  type WithdrawalList
} from '@mille/api/payments/endpoints.ts'
import { type Given, given, refused, refusedField } from '@mille/stores/samples/sample-answer.ts'
import { samplePayable } from '@mille/stores/samples/sample-bolt11.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { sampleWithdrawal } from '@mille/stores/samples/sample-withdrawal.ts'
import { expect, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import {
  lightningWithdrawMessages as messages,
  refusalMessages
} from './lightning-withdraw-messages.ts'
import { withdrawMessages } from './messages.ts'
import * as page from './withdraw-page.tsx'

const hash = 'ab'.repeat(32)
const preimage = 'cd'.repeat(32)
const invoice = samplePayable({ at: new Date(sampleMoment(0)) })

/** A withdrawal of 10,000 satoshis by Lightning. */
const paying = (id: string, attributes: Partial<Withdrawal['attributes']> = {}) =>
  sampleWithdrawal(id, {
    address: invoice,
    amount: '10050',
    fee: '50',
    needs_approval: false,
    lightning: { payment_hash: hash, preimage: null },
    ...attributes
  })
const ended = { ended_at: sampleMoment(0) }
const requested = paying('9')
const flying = paying('8', { state: 'sent' })
const paid = paying('7', {
  ...{ state: 'confirmed', amount: '10003', fee: '3', ...ended },
  lightning: { payment_hash: hash, preimage }
})
const failed = paying('6', {
  ...{ state: 'failed', reason: 'No payment of the invoice got through', ...ended }
})
const waiting = paying('5', { not_before: sampleMoment(-2) })
const canceled = paying('4', { state: 'cancelled', ...ended })

type Option = WithdrawalList['meta']['options'][number]
const listed = (data: Withdrawal[], own: Partial<Option> | null = {}) =>
  given(listWithdrawals, {
    data,
    meta: {
      pagination: { records: data.length },
      lightning: { minimum: '1000', maximum: '1000000' },
      freeze_hours: 72,
      options:
        own === null
          ? []
          : [
              {
                ...{ token_code: 'BTC', currency: 'BTC', available: '4200000', minimum: '100000' },
                ...{ fee: '2000', left_today: '50000000', approval_above: '10000000' },
                addresses: [],
                ...own
              }
            ]
    }
  })
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
const done = [requested, flying, paid, failed, waiting, canceled]

type Context = {
  canvasElement: HTMLElement
  userEvent: {
    click: (element: Element) => Promise<void>
    type: (element: Element, text: string) => Promise<void>
    paste: (text: string) => Promise<void>
  }
}
type Story = ReturnType<typeof pageStates>['full']

/** Chooses Lightning and pastes an invoice. */
async function paste({ canvasElement, userEvent }: Context, text: string) {
  const canvas = within(canvasElement)
  const way = await canvas.findByRole('radio', { name: /^Lightning/ }, { timeout: 10_000 })
  await userEvent.click(way)
  const field = await canvas.findByLabelText(messages.invoice, {}, { timeout: 10_000 })
  await userEvent.click(field)
  if (text !== '') await userEvent.paste(text)
  return { canvas, field, press: canvas.getByRole('button', { name: messages.submit }) }
}

/** A story in which an invoice is pasted, and what it pays is shown. */
const pasted = (story: Story) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    const { canvas } = await paste(context, `lightning:${invoice}`)
    await expect(await canvas.findByText('Payout of October')).toBeVisible()
    await expect(canvas.getByText(messages.facts.total)).toBeVisible()
  }
})

/** A story in which an invoice is refused at the field, and what was typed stays. */
const refusing = (story: Story, text: string, says: RegExp | string) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    const { canvas, field, press } = await paste(context, text)
    await context.userEvent.click(press)
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringMatching(says)))
    await expect(canvas.getByRole('alert')).toHaveFocus()
    await expect(field).toHaveValue(text)
  }
})
const refusedBy = (code: ErrorCode, detail: string, says: RegExp) => {
  const answer = refusedField(createLightningWithdrawal, 'invoice', code, detail)
  return refusing(at(listed(done), answer).full, invoice, says)
}

const meta = preview.meta({
  title: 'Pages/Withdraw by Lightning',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

const full = at(listed(done))
/** Requested, in flight, paid, failed, waiting and canceled withdrawals, none with a whole invoice in the list. */
export const List = meta.story({
  ...full.full,
  async play(context: Context) {
    await full.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(await canvas.findByText('In flight')).toBeVisible()
    await expect(canvas.getByText('Paid')).toBeVisible()
    await expect(canvas.getByText(/Routing fee: 0\.00000003 BTC/)).toBeVisible()
    await expect(canvas.getByText(/The money is back on your balance/)).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Copy proof of payment' })).toBeEnabled()
    await expect(canvas.getAllByRole('button', { name: withdrawMessages.cancel })).toHaveLength(2)
    await expect(canvas.queryByText(invoice)).toBeNull()
  }
})
export const Pasted = meta.story(pasted(full.full))
export const PastedPhone = meta.story(pasted(full.phone))
export const PastedNarrow = meta.story({
  ...pasted(full.phone),
  globals: { viewport: { value: 'small' } }
})
export const PastedRightToLeft = meta.story(pasted(full.rightToLeft))
export const PastedDark = meta.story({ ...pasted(full.full), globals: { theme: 'dark' } })
/** What was typed stays when the other way is looked at. */
export const Kept = meta.story({
  ...full.full,
  async play(context: Context) {
    await full.full.play(context)
    const { canvas, field } = await paste(context, invoice)
    await context.userEvent.click(canvas.getByRole('radio', { name: /^On-chain/ }))
    await expect(canvas.getByLabelText(withdrawMessages.address)).toBeVisible()
    await context.userEvent.click(canvas.getByRole('radio', { name: /^Lightning/ }))
    await expect(field).toBeVisible()
    await expect(field).toHaveValue(invoice)
  }
})

const small = at(listed([], { available: '25000' }))
/** A balance that is too small for the chain begins with Lightning. */
export const SmallBalance = meta.story({
  ...small.full,
  async play(context: Context) {
    await small.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(
      await canvas.findByLabelText(messages.invoice, {}, { timeout: 10_000 })
    ).toBeVisible()
    await expect(canvas.getByRole('radio', { name: /^Lightning/ })).toBeChecked()
  }
})
const only = at(listed([], null))
/** A network that pays out by Lightning only has no choice. */
export const OnlyLightning = meta.story({
  ...only.full,
  async play(context: Context) {
    await only.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(
      await canvas.findByLabelText(messages.invoice, {}, { timeout: 10_000 })
    ).toBeVisible()
    await expect(canvas.queryByRole('radio', { name: /^On-chain/ })).toBeNull()
  }
})

const emptyText = String(refusalMessages.empty)
export const NothingTyped = meta.story(refusing(full.full, '', emptyText))
export const Invalid = meta.story(refusing(full.full, 'ada@example.com', /not a valid Lightning/))
export const WithoutAmount = meta.story(
  refusing(full.full, samplePayable({ amount: '' }), /has no amount/)
)
export const BelowMinimum = meta.story(
  refusing(full.full, samplePayable({ amount: '9u' }), /The minimum is 0\.00001000 BTC/)
)
export const AboveMaximum = meta.story(
  refusing(full.full, samplePayable({ amount: '20m' }), /The maximum is 0\.01000000 BTC/)
)
export const WrongNetwork = meta.story(
  refusedBy('invoice_wrong_network', '', /another Bitcoin network/)
)
export const OfNetwork = meta.story(refusedBy('invoice_of_network', '', /in your own wallet/))
export const Expired = meta.story(refusedBy('invoice_expired', '', /Create a new one/))
export const Used = meta.story(refusedBy('invoice_used', '', /Another withdrawal has this invoice/))
export const NewWallet = meta.story(
  refusedBy(
    'payee_frozen',
    `Invoices of this recipient can be paid from ${sampleMoment(-3)}.`,
    /This wallet is new\. Its invoices can be paid from (?!.*Invoices)/
  )
)
const gone = at(
  listed(done),
  refused(
    createLightningWithdrawal,
    'lightning_unavailable',
    'Lightning is not available right now.'
  )
)
/** The node did not answer: the invoice stays, and the chain is offered in its place. */
export const Unavailable = meta.story({
  ...gone.full,
  async play(context: Context) {
    await gone.full.play(context)
    const { canvas, field, press } = await paste(context, invoice)
    await context.userEvent.click(press)
    await expect(await canvas.findByText(messages.unavailable)).toBeVisible()
    await expect(field).toHaveValue(invoice)
    await context.userEvent.click(canvas.getByRole('button', { name: messages.onChain }))
    await expect(canvas.getByLabelText(withdrawMessages.address)).toBeVisible()
  }
})
const accepted = at(listed(done), given(createLightningWithdrawal, { data: requested }))
export const Requested = meta.story({
  ...accepted.full,
  async play(context: Context) {
    await accepted.full.play(context)
    const { canvas, field, press } = await paste(context, invoice)
    await context.userEvent.click(press)
    await waitFor(() => expect(field).toHaveValue(''))
    await expect(canvas.queryByRole('alert')).toBeNull()
  }
})
