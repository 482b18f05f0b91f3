import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listCampaigns, updateCampaigns } from '@mille/api/campaigns/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { pages } from '@mille/stores/samples/sample-moments.ts'
import { sampleCampaign, sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect, screen, waitFor, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './campaigns-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  empty: { lists: [listCampaigns], says: 'No campaigns yet' }
})

const { campaign, included } = sampleCampaign('1', { name: 'Autumn'.repeat(13) })
const longName = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  answers: [given(listCampaigns, { data: [campaign], included, meta: pages(1) })]
})

const became = (id: string, result: 'changed' | 'unchanged', state: 'paused' | 'pending') => ({
  ...{ type: 'campaign_changes' as const, id },
  attributes: { result, state, code: null, detail: null }
})
const refused = {
  result: 'failed' as const,
  state: 'pending' as const,
  code: 'state_not_allowed',
  detail: 'A campaign that is pending does not allow this: pause.'
}
const autumn = sampleCampaign('1', { name: 'Autumn', state: 'paused' })
const pausing = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  answers: [
    given(updateCampaigns, {
      data: [
        became('1', 'changed', 'paused'),
        { type: 'campaign_changes', id: '2', attributes: refused },
        became('3', 'unchanged', 'paused'),
        became('4', 'unchanged', 'paused')
      ]
    }),
    // The answer when the campaigns are read again after the change.
    given(
      listCampaigns,
      { data: [autumn.campaign], included: autumn.included, meta: pages(4) },
      { 'page[limit]': '100' }
    )
  ]
})

const onlyDollars = sampleCampaign('2', { asset: 'USD', name: 'Kettles', balance: '3200000000' })
const inDollars = pageStates({
  page,
  route: 'campaigns',
  who: 'advertiser',
  answers: [
    given(readCurrentUser, sampleUser({ display_currency: 'usd' })),
    given(listCampaigns, {
      data: [autumn.campaign, onlyDollars.campaign],
      included: [...autumn.included, ...onlyDollars.included],
      meta: pages(2)
    })
  ]
})

const meta = preview.meta({
  title: 'Pages/Campaigns',
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
export const LongNameOnPhone = meta.story(longName.phone)

export const PausedByKeyboardOnPhone = meta.story({
  ...pausing.full,
  globals: { viewport: { value: 'phone' } },
  play: async context => {
    await pausing.full.play(context)
    const { canvas, userEvent } = context
    const pause = canvas.getByRole('button', { name: 'Pause' })
    await expect(pause).toHaveAttribute('aria-disabled', 'true')
    canvas.getByRole('checkbox', { name: 'Select all shown' }).focus()
    await userEvent.keyboard(' ')
    await expect(canvas.getByText('4 selected')).toHaveAttribute('role', 'status')
    await userEvent.tab()
    await expect(pause).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const notice = await canvas.findByRole('alert')
    await expect(notice).toHaveTextContent(
      'Paused 1 campaign. Nothing to change in 2 campaigns. 1 campaign could not be changed.'
    )
    // Campaigns that could not be changed stay selected, each with its reason.
    await expect(canvas.getByText('1 selected')).toBeVisible()
    const row = canvas.getByRole('row', { name: /Learn Bitcoin in a week/ })
    await expect(row).toHaveTextContent('does not allow this: pause.')
    await expect(within(row).getByRole('checkbox')).toBeChecked()
    await expect(within(notice).getByRole('button', { name: 'Undo' })).toBeVisible()
    await waitFor(() =>
      expect(canvas.getByRole('row', { name: /^Autumn/ })).toHaveTextContent('Paused')
    )
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  }
})

export const NotArchived = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('checkbox', { name: /^Select Newsletter/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Archive' }))
    const question = await screen.findByRole('dialog', { name: 'Archive 1 campaign?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Archive' }))
    // The fake network has no sample answer for this call, so the call fails.
    await waitFor(() => expect(within(question).getByRole('alert')).toBeVisible())
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    await expect(canvas.getByText('1 selected')).toBeVisible()
    await expect(canvas.getByRole('alert')).toHaveTextContent('were not changed')
  }
})

export const BudgetOfManyOnPhone = meta.story({
  ...states.full,
  globals: { viewport: { value: 'phone' } },
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select all shown' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Set daily budget' }))
    const question = await screen.findByRole('dialog', { name: 'Daily budget of 4 campaigns' })
    await userEvent.click(within(question).getByRole('button', { name: 'Save' }))
    const field = within(question).getByRole('textbox', { name: 'Daily budget' })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(field, '0.002')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  }
})

/** Amounts in the currency chosen in the settings, with what was charged behind each converted amount. */
export const InDollars = meta.story({
  ...inDollars.full,
  play: async context => {
    await inDollars.full.play(context)
    const row = context.canvas.getByRole('row', { name: /Autumn/ })
    await expect(within(row).getByTitle('0.00100000 BTC')).toHaveTextContent(
      /^≈ \d+\.\d\d USD \(exactly 0\.00100000 BTC\)$/
    )
    const exact = context.canvas.getByRole('row', { name: /Kettles/ })
    await expect(within(exact).getByText('32.00')).toBeVisible()
  }
})
export const InDollarsOnPhone = meta.story(inDollars.phone)
