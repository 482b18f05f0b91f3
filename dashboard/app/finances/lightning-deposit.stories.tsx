import {
  createLightningDeposit,
  type LightningDeposit,
  listLightningDeposits,
  readDepositAddresses
} from '@mille/api/payments/endpoints.ts'
import { type Given, given, refused } from '@mille/stores/samples/sample-answer.ts'
import { sampleInvoice, sampleInvoices } from '@mille/stores/samples/sample-invoice.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './deposit-page.tsx'
import { lightningMessages as messages } from './lightning-messages.ts'
import { depositMessages } from './messages.ts'

const options = {
  page,
  route: 'finances/deposit',
  who: 'advertiser',
  bearsFailure: true,
  without: { empty: 'It has no list.', loading: 'It is loaded once.' }
} as const
const minutes = (count: number) => count / 1_440
const at = (step: number, answers: readonly Given[] = []) =>
  pageStates({
    ...options,
    path: `/finances/deposit?currency=btc&method=lightning&step=${step}${step === 2 ? '&invoice=1' : ''}`,
    answers
  })
const ofInvoice = (attributes: Partial<LightningDeposit['attributes']>) =>
  at(2, [given(listLightningDeposits, sampleInvoices([sampleInvoice('1', attributes)]))])
const unavailable = refused(listLightningDeposits, 'internal', 'Something went wrong on our side.')

type Context = {
  canvasElement: HTMLElement
  userEvent: {
    click: (element: Element) => Promise<void>
    type: (element: Element, text: string) => Promise<void>
  }
}
type States = ReturnType<typeof pageStates>

/** A story that is over when the text is shown. */
const says = (story: States['full'], text: string | RegExp) => ({
  ...story,
  async play(context: Context) {
    await story.play(context)
    await expect(
      await within(context.canvasElement).findByText(text, {}, { timeout: 10_000 })
    ).toBeVisible()
  }
})

/** Types an amount and asks for an invoice. */
async function ask({ canvasElement, userEvent }: Context, amount: string) {
  const canvas = within(canvasElement)
  const field = await canvas.findByLabelText(messages.amount, {}, { timeout: 10_000 })
  await userEvent.type(field, amount)
  await userEvent.click(canvas.getByRole('button', { name: messages.make }))
  return { canvas, field }
}

const made = given(createLightningDeposit, { data: sampleInvoice('1') })
const amount = at(1)
const refusedAmount = at(1)
const nodeGone = at(1, [
  refused(createLightningDeposit, 'lightning_unavailable', 'Lightning is not available right now.')
])
const tooMany = at(1, [
  refused(
    createLightningDeposit,
    'too_many_invoices',
    'Too many invoices are open: pay one, or wait until one expires.'
  )
])
const offline = at(1, [made, unavailable])
const over = { state: 'expired', expires_at: sampleMoment(0) } as const
const paid = { state: 'credited', credited: '10000', credited_at: sampleMoment(0) } as const
const open = ofInvoice({})
const withoutLightning = pageStates({
  ...options,
  answers: [
    given(readDepositAddresses, {
      data: [],
      meta: {
        currencies: { btc: [{ token_code: 'BTC', token_type: 'native' }] },
        required_confirmations: { BTC: 3 },
        minimum_deposits: {},
        lightning: null
      }
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/Deposit by Lightning',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Choice = meta.story(says(pageStates(options).full, 'Lightning'))
/** A network without Lightning does not mention it. */
export const NotOffered = meta.story({
  ...withoutLightning.full,
  async play(context: Context) {
    await withoutLightning.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByText(/on the Bitcoin network/)).toBeVisible()
    await expect(canvas.queryByText('Lightning')).toBeNull()
  }
})
export const Amount = meta.story(says(amount.full, messages.listText))
export const AmountPhone = meta.story(says(amount.phone, messages.listText))
/** The field keeps what was typed, and says what the limit is. */
export const RefusedAmount = meta.story({
  ...refusedAmount.full,
  async play(context: Context) {
    await refusedAmount.full.play(context)
    const { canvas, field } = await ask(context, '0.000001')
    await expect(await canvas.findByText('The minimum is 0.00001000 BTC.')).toBeVisible()
    await expect(field).toHaveValue('0.000001')
  }
})
/** The node did not answer: the amount stays, and the chain is offered in its place. */
export const Unavailable = meta.story({
  ...nodeGone.full,
  async play(context: Context) {
    await nodeGone.full.play(context)
    const { canvas, field } = await ask(context, '0.0001')
    await expect(await canvas.findByText(messages.unavailable)).toBeVisible()
    await expect(field).toHaveValue('0.0001')
    await context.userEvent.click(canvas.getByRole('button', { name: messages.onChain }))
    await expect(await canvas.findByText(depositMessages.address)).toBeVisible()
  }
})
export const TooManyInvoices = meta.story({
  ...tooMany.full,
  async play(context: Context) {
    await tooMany.full.play(context)
    const { canvas } = await ask(context, '0.0001')
    await expect(await canvas.findByText(/^Too many invoices are open/)).toBeVisible()
  }
})
export const Invoice = meta.story(says(open.full, messages.waiting.open))
export const InvoicePhone = meta.story(says(open.phone, messages.waiting.open))
export const InvoiceRightToLeft = meta.story(says(open.rightToLeft, messages.waiting.open))
export const InvoiceDark = meta.story({
  ...says(open.full, messages.waiting.open),
  globals: { theme: 'dark' }
})
export const Expiring = meta.story(
  says(ofInvoice({ expires_at: sampleMoment(-minutes(2)) }).full, messages.waiting.expiring)
)
export const Expired = meta.story(says(ofInvoice(over).full, messages.expired))
export const Paid = meta.story(says(ofInvoice(paid).full, /^Paid: .* is on your account$/))
export const PaidOverAndLate = meta.story(
  says(
    ofInvoice({ ...paid, credited: '10500', expires_at: sampleMoment(minutes(1)) }).full,
    messages.late
  )
)
export const PaidToCampaign = meta.story(
  says(ofInvoice({ ...paid, depositable_type: 'campaign' }).full, messages.ofCampaign)
)
/** The connection was lost after the invoice was created: it stays on the page, because it can still be paid. */
export const Offline = meta.story({
  ...offline.full,
  async play(context: Context) {
    await offline.full.play(context)
    const { canvas } = await ask(context, '0.0001')
    await expect(await canvas.findByText(messages.offline, {}, { timeout: 10_000 })).toBeVisible()
    await expect(canvas.getByRole('img', { name: messages.qr })).toBeVisible()
  }
})
export const NotLoaded = meta.story(says(at(2, [unavailable]).full, messages.offline))
export const Missing = meta.story(
  says(at(2, [given(listLightningDeposits, sampleInvoices([]))]).full, messages.missing)
)
