import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listOffers } from '@mille/api/marketplace/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './marketplace-page.tsx'

const states = pageStates({
  page,
  route: 'marketplace',
  who: 'visitor',
  empty: { lists: [listOffers], says: 'No offers yet' },
  without: { withoutRights: 'Anybody may see it.' }
})

const inSats = pageStates({
  page,
  route: 'marketplace',
  who: 'advertiser',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'satoshi' }))]
})

const meta = preview.meta({
  title: 'Pages/Marketplace',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

/** Prices in the currency chosen in the settings, with the exact price beside them. */
export const InSats = meta.story({
  ...inSats.full,
  play: async context => {
    await inSats.full.play(context)
    const price = context.canvas.getAllByText(/^≈.[\d,]+.sats$/)[0]
    await expect(price?.parentElement?.parentElement).toHaveTextContent(/sats[\d,.]+ USD$/)
  }
})
export const InSatsDark = InSats.extend({ globals: { theme: 'dark' } })
export const InSatsOnPhone = meta.story(inSats.phone)
