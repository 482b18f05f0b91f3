import type { ErrorCode } from '@mille/api/errors.ts'
import {
  createLightningWithdrawal,
  type Withdrawal,
  type WithdrawalOption
} from '@mille/api/payments/endpoints.ts'
import { type Given, given, refused, refusedField } from '@mille/stores/samples/sample-answer.ts'
import { samplePayable } from '@mille/stores/samples/sample-bolt11.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import {
  listedWithdrawals,
  sampleWithdrawal,
  sampleWithdrawalOption
} from '@mille/stores/samples/sample-withdrawal.ts'
import { expect, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import {
  addressRefusalMessages,
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
    lightning: { payment_hash: hash, preimage: null, address: null },
    ...attributes
  })
const ended = { ended_at: sampleMoment(0) }
const requested = paying('9')
const flying = paying('8', { state: 'sent' })
const paid = paying('7', {
  ...{ state: 'confirmed', amount: '10003', fee: '3', ...ended },
  lightning: { payment_hash: hash, preimage, address: null }
})
const failed = paying('6', {
  ...{ state: 'failed', reason: 'No payment of the invoice got through', ...ended }
})
const waiting = paying('5', { not_before: sampleMoment(-2) })
const canceled = paying('4', { state: 'cancelled', ...ended })
const address = 'ada.lovelace+payouts@wallet.example'
const toAddress = paying('3', {
  not_before: sampleMoment(-2),
  lightning: { payment_hash: hash, preimage: null, address }
})

const listed = (data: Withdrawal[], own: Partial<WithdrawalOption> | null = {}) =>
  listedWithdrawals(data, own === null ? [] : [sampleWithdrawalOption(own)])
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
const done = [requested, flying, paid, failed, waiting, canceled, toAddress]

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
  const names = [messages.submit, messages.submitAddress].join('|')
  const press = canvas.getByRole('button', { name: new RegExp(`^(${names})$`) })
  return { canvas, field, press }
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
    await expect(canvas.getAllByRole('button', { name: withdrawMessages.cancel })).toHaveLength(3)
    await expect(canvas.getByText(address)).toBeVisible()
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
export const Invalid = meta.story(refusing(full.full, 'lnbc1notaninvoice', /not a valid Lightning/))
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

/** Chooses Lightning, and types a Lightning Address and an amount. */
async function typeAddress(context: Context, text: string, amount: string) {
  const { canvas, field, press } = await paste(context, text)
  const amountField = canvas.getByRole('textbox', { name: /^You receive/ })
  await context.userEvent.click(amountField)
  if (amount !== '') await context.userEvent.paste(amount)
  return { canvas, field, amountField, press }
}

/** A story in which an address and an amount are typed, and what leaves the balance is shown. */
const addressed = (story: Story) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    const { canvas, amountField } = await typeAddress(context, address, '0.0001')
    await expect(amountField).toHaveValue('0.0001')
    await expect(canvas.getByText(messages.facts.total)).toBeVisible()
    await expect(canvas.getByText(messages.facts.fee)).toBeVisible()
    await expect(canvas.queryByText(messages.facts.expires)).toBeNull()
  }
})
export const Address = meta.story(addressed(full.full))
export const AddressPhone = meta.story(addressed(full.phone))
export const AddressNarrow = meta.story({
  ...addressed(full.phone),
  globals: { viewport: { value: 'small' } }
})
export const AddressRightToLeft = meta.story(addressed(full.rightToLeft))
export const AddressDark = meta.story({ ...addressed(full.full), globals: { theme: 'dark' } })

type At = 'field' | 'amountField'
/** A story in which an address or its amount is refused at that field, and what was typed stays. */
const refusingAddress = (
  story: Story,
  [text, amount]: [string, string],
  at: At,
  says: RegExp | string
) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    const shown = await typeAddress(context, text, amount)
    await context.userEvent.click(shown.press)
    await waitFor(() => expect(shown[at]).toHaveAccessibleDescription(expect.stringMatching(says)))
    await expect(shown.canvas.getByRole('alert')).toHaveFocus()
    await expect(shown.field).toHaveValue(text)
    await expect(shown.amountField).toHaveValue(amount)
  }
})
const addressRefusedBy = (code: ErrorCode, detail: string, at: At = 'field') => {
  const name = at === 'field' ? 'address' : 'amount'
  const answer = refusedField(createLightningWithdrawal, name, code, detail)
  const { full: story } = pageStates({ ...options, answers: [listed(done), answer] })
  return refusingAddress(story, [address, '0.0001'], at, detail)
}

export const AddressInvalid = meta.story(
  refusingAddress(
    full.full,
    ['ada@', '0.0001'],
    'field',
    String(addressRefusalMessages.lightning_address_invalid)
  )
)
export const AddressWithoutAmount = meta.story(
  refusingAddress(full.full, [address, ''], 'amountField', /Enter the amount that the address/)
)
export const AddressBelowMinimum = meta.story(
  refusingAddress(full.full, [address, '0.00000001'], 'amountField', /The minimum is 0\.00001000/)
)
export const AddressNotFound = meta.story(
  addressRefusedBy('lightning_address_not_found', 'wallet.example has no address with this name.')
)
export const AddressUnreachable = meta.story(
  addressRefusedBy(
    'lightning_address_unreachable',
    'wallet.example did not respond within 4 seconds.'
  )
)
export const AddressRefused = meta.story(
  addressRefusedBy(
    'lightning_address_refused',
    'wallet.example answered: “Out of inbound liquidity”'
  )
)
export const AddressOfOtherAmount = meta.story(
  addressRefusedBy(
    'lightning_address_unusable',
    'wallet.example sent an invoice for another amount.'
  )
)
export const AddressWithLimits = meta.story(
  addressRefusedBy(
    'amount_below_minimum',
    'wallet.example accepts 0.00100000 to 0.01000000 BTC for this address.',
    'amountField'
  )
)
const sent = at(listed(done), given(createLightningWithdrawal, { data: toAddress }))
export const AddressRequested = meta.story({
  ...sent.full,
  async play(context: Context) {
    await sent.full.play(context)
    const { canvas, field, press } = await typeAddress(context, address, '0.0001')
    await context.userEvent.click(press)
    await waitFor(() => expect(field).toHaveValue(''))
    await expect(canvas.queryByRole('alert')).toBeNull()
  }
})
