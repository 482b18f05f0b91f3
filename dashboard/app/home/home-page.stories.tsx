import { previewOffers } from '@mille/api/marketplace/endpoints.ts'
import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './home-page.tsx'

const states = pageStates({
  page,
  route: '/',
  who: 'visitor',
  empty: { lists: [previewOffers], says: 'One line of code' },
  bearsFailure: true,
  without: { withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Home',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const OneTypeface = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    // The offers of the marketplace are in the typeface of the page.
    const [offer] = await context.canvas.findAllByRole('link', { name: /USD$/ })
    const heading = context.canvas.getByRole('heading', { level: 1 })
    const fontOf = (element: Element) => getComputedStyle(element).fontFamily
    await expect(offer && fontOf(offer)).toBe(fontOf(heading))
  }
})
export const Empty = meta.story(states.empty)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
