import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { listAdUnits } from '@mille/api/ad-units/endpoints.ts'
import { listSites } from '@mille/api/sites/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-units-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units',
  who: 'publisher',
  empty: { lists: [listAdUnits, listSites], says: 'No ad units yet' }
})

const inSats = pageStates({
  page,
  route: 'ad-units',
  who: 'publisher',
  answers: [given(readCurrentUser, sampleUser({ display_currency: 'satoshi' }))]
})

const meta = preview.meta({
  title: 'Pages/Ad units',
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

/** Both currencies together in the one chosen in the settings. */
export const InSats = meta.story({
  ...inSats.full,
  play: async context => {
    await inSats.full.play(context)
    const { canvas } = context
    await expect(canvas.getAllByRole('columnheader', { name: /^Earned/ })).toHaveLength(1)
    await expect(canvas.getByRole('columnheader', { name: 'Earned (sats)' })).toBeVisible()
    await expect(canvas.getAllByText(/\d sats$/)[0]).toBeVisible()
  }
})
