import { quietPartnerReport } from '@mille/stores/samples/sample-partners.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './partner-report-page.tsx'

const states = pageStates({
  page,
  route: 'reports/partners',
  who: 'advertiser',
  empty: { lists: [quietPartnerReport], says: 'Nothing came through your links' }
})
const ofMoney = pageStates({
  page,
  route: 'reports/partners',
  path: '/reports/partners?range=custom&from=2026-02-01&to=2026-03-02&metric=USD',
  who: 'advertiser'
})

const meta = preview.meta({
  title: 'Pages/Partner report',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const AllDays = meta.story({
  ...states.full,
  async play(context) {
    await states.full.play(context)
    const page = within(context.canvasElement)
    const days = await page.findByRole('table', { name: 'Days' })
    await context.userEvent.click(page.getByRole('button', { name: 'Show all 30 days' }))
    const [first, last] = [1, 30].map(index => within(days).getAllByRole('row')[index])
    await expect(first).toHaveTextContent('12')
    // Clicks of the oldest days were not counted yet.
    await expect(last).toHaveTextContent('–')
  }
})
export const Money = meta.story(ofMoney.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
