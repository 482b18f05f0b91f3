import { giveLegalConsent, listLegalConsents } from '@mille/api/legal/endpoints.ts'
import { createDepositAddress } from '@mille/api/payments/endpoints.ts'
import { given, missing } from '@mille/stores/samples/sample-answer.ts'
import { sampleConsents } from '@mille/stores/samples/sample-legal.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import { legalTitles } from '../legal/messages.ts'
import * as page from './deposit-page.tsx'
import { depositMessages as messages } from './messages.ts'

const options = {
  page,
  route: 'finances/deposit',
  who: 'advertiser',
  bearsFailure: true,
  without: { empty: 'It has no list.', loading: 'It is loaded once.' }
} as const
const states = pageStates(options)

const atTerms = { ...options, path: '/finances/deposit?currency=btc&method=native&step=1' }
const newAddress = given(createDepositAddress, {
  data: {
    type: 'deposit_addresses',
    id: '2',
    attributes: {
      depositable_id: '7',
      depositable_type: 'user',
      token_code: 'BTC',
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      uri: 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      created_at: sampleMoment(0),
      deposits: []
    }
  }
})
const terms = pageStates(atTerms)
const changed = given(listLegalConsents, sampleConsents(1))
const termsChanged = pageStates({ ...atTerms, answers: [changed, newAddress] })
const notRecorded = pageStates({ ...atTerms, answers: [changed, missing(giveLegalConsent)] })

type Context = {
  canvasElement: HTMLElement
  userEvent: { click: (element: Element) => Promise<void> }
}

/** Waits for the question about the terms that changed, and presses the button below it. */
async function accept({ canvasElement, userEvent }: Context) {
  const canvas = within(canvasElement)
  await expect(await canvas.findByText(messages.changed)).toBeVisible()
  await expect(
    within(canvas.getByRole('status')).getByRole('link', { name: legalTitles.terms })
  ).toHaveAttribute('href', '/legal/terms?version=2')
  await userEvent.click(canvas.getByRole('button', { name: messages.accept }))
  return canvas
}

const meta = preview.meta({
  title: 'Pages/Deposit',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

/** The account has agreed to the current versions, so the terms of the network are not mentioned. */
export const Terms = meta.story({
  ...terms.full,
  async play(context) {
    await terms.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.getByRole('button', { name: messages.accept })).toBeVisible()
    await expect(canvas.queryByText(messages.changed)).toBeNull()
  }
})
/** The terms changed since the account agreed to them. */
export const TermsChanged = meta.story(termsChanged.full)
export const TermsChangedOnPhone = meta.story(termsChanged.phone)
export const TermsChangedRightToLeft = meta.story(termsChanged.rightToLeft)
export const TermsAgreed = meta.story({
  ...termsChanged.full,
  async play(context) {
    await termsChanged.full.play(context)
    const canvas = await accept(context)
    await expect(await canvas.findByText(messages.address)).toBeVisible()
  }
})
/** The address is not shown unless the consent is recorded. */
export const ConsentNotRecorded = meta.story({
  ...notRecorded.full,
  async play(context) {
    await notRecorded.full.play(context)
    const canvas = await accept(context)
    await expect(await canvas.findByRole('alert')).toBeVisible()
    await expect(canvas.getByRole('button', { name: messages.accept })).toBeEnabled()
    await expect(canvas.queryByText(messages.address)).toBeNull()
  }
})
