import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { type Campaign, readCampaign } from '@mille/api/campaigns/endpoints.ts'
import { readCampaignStatements } from '@mille/api/statistics/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleCampaignDocument, sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './campaign-money-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/:id/money',
  path: '/campaigns/1/money',
  who: 'advertiser',
  empty: { lists: [readCampaignStatements], says: 'No settlements yet' }
})

const inDollars = pageStates({
  page,
  route: 'campaigns/:id/money',
  path: '/campaigns/1/money',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'usd' }))]
})

const withCampaign = (attributes: Partial<Campaign['attributes']>) =>
  pageStates({
    page,
    route: 'campaigns/:id/money',
    path: '/campaigns/1/money',
    who: 'advertiser',
    answers: [given(readCampaign, sampleCampaignDocument('1', attributes))]
  })

const dated = (dates_state: 'not_started' | 'ended') =>
  withCampaign({
    starts_at: '2026-12-04T17:00:00.000Z',
    ends_at: '2026-12-06T23:00:00.000Z',
    dates_state
  })

const funding = { auto_fund: true, auto_fund_daily_max: '60000', auto_funded: '480000' }
const selfFunding = withCampaign({ ...funding, auto_funded_today: '60000' })
const archived = withCampaign({ ...funding, state: 'archived' })

const meta = preview.meta({
  title: 'Pages/Campaign money',
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
export const Scheduled = meta.story(dated('not_started').full)
export const Ended = meta.story(dated('ended').full)
export const SelfFunding = meta.story({
  ...selfFunding.full,
  play: async context => {
    await selfFunding.full.play(context)
    await context.canvas.findByText(/^The daily maximum is reached/)
    await expect(context.canvas.getByLabelText(/Daily maximum/)).toHaveValue('0.0006')
  }
})
export const Archived = meta.story({
  ...archived.full,
  play: async context => {
    await archived.full.play(context)
    await context.canvas.findByText('Taken in total')
    await expect(context.canvas.queryByRole('checkbox')).toBe(null)
  }
})

/** Statements keep the amounts of the ledger, with their worth in the currency chosen in the settings beside them. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const table = context.canvas.getByRole('table', { name: 'Statements' })
    await expect(table).toHaveTextContent(/[\d.]+.BTC [≈<].[\d.]+.USD/)
  }
})
export const InDollarsDark = InDollars.extend({ globals: { theme: 'dark' } })
export const InDollarsOnPhone = meta.story(inDollars.phone)
