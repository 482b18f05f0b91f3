import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import { given } from '@mille/stores/samples/sample-answer.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './affiliate-page.tsx'

const states = pageStates({
  page,
  route: 'crypto-affiliate-program',
  who: 'visitor',
  bearsFailure: true,
  without: {
    empty: 'It has no list.',
    withoutRights: 'Anybody may see it.'
  }
})
const signedIn = pageStates({
  page,
  route: 'crypto-affiliate-program',
  who: 'advertiser',
  bearsFailure: true,
  empty: {
    lists: [given(previewOffers, { data: [], meta: { styles: null } })],
    says: 'No offers yet'
  }
})

const meta = preview.meta({
  title: 'Pages/Affiliate program',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const SignedIn = meta.story({
  ...signedIn.full,
  async play(context) {
    await signedIn.full.play(context)
    const canvas = within(context.canvasElement)
    await expect(await canvas.findByText('Build a link or a widget')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Partner report' })).toBeVisible()
  }
})
export const SignedInWithoutOffers = meta.story(signedIn.empty)
export const SignedInOnPhone = meta.story(signedIn.phone)
