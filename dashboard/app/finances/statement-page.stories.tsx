import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listStatements } from '@mille/api/finances/endpoints.ts'
import { type Given, given } from '@mille/stores/samples/sample-answer.ts'
import { sampleStatement } from '@mille/stores/samples/sample-money.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './statement-page.tsx'

const statesWith = (answers: readonly Given[]) =>
  pageStates({
    page,
    route: 'finances/statement',
    who: 'advertiser',
    answers,
    empty: { lists: [listStatements], says: 'No statements yet' }
  })
const states = statesWith([])
const inDollars = statesWith([given(readCurrentUser, sampleUser({ display_currency: 'usd' }))])

const meta = preview.meta({
  title: 'Pages/Statement',
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

const nothing = { lines: [], sums: [], in: '0', out: '0', closing_balance: '1200000' }
export const MonthWithNothing = meta.story(statesWith([sampleStatement(nothing)]).full)
export const RunningMonth = meta.story(
  statesWith([sampleStatement({ state: 'running', until: '2026-10-17T08:30:00.000Z' })]).full
)
export const NotSettledYet = meta.story(statesWith([sampleStatement({ state: 'settling' })]).full)

const billing_details = {
  name: 'Müller & Söhne Verlagsgesellschaft mbH',
  address: ['Lange Straße 1', '10117 Berlin', 'Germany'],
  vat_number: 'DE 123456789'
}
const account = { id: '7', username: 'Ada', email: 'ada@example.com', billing_details }
export const WithBillingDetails = meta.story(statesWith([sampleStatement({ account })]).phone)
/** Amounts below a cent are shown with all their decimals, so that the lines add up. */
export const PartsOfCents = meta.story(
  statesWith([
    sampleStatement({
      ...{ currency: 'USD', in: '12500000001', out: '0' },
      ...{ opening_balance: '1', closing_balance: '12500000002' },
      lines: [{ date: '2026-10-02', kind: 'ad_earnings', records: 12, amount: '12500000001' }],
      sums: [{ kind: 'ad_earnings', records: 12, amount: '12500000001' }]
    })
  ]).full
)

/** The amounts of the ledger stay, with their worth in the currency chosen in the settings beside them. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const cell = context.canvas.getAllByRole('cell', { name: /BTC/ })[0]
    await expect(cell).toHaveTextContent(/BTC ≈ −?[\d,.]+.USD$/)
    await expect(context.canvas.getByText(/is not part of the statement/)).toBeVisible()
  }
})
export const InDollarsDark = InDollars.extend({ globals: { theme: 'dark' } })
export const InDollarsOnPhone = meta.story(inDollars.phone)
export const InDollarsRightToLeft = meta.story(inDollars.rightToLeft)
