import { sampleOfferOffSale, sampleOwnOffer } from '@mille/stores/samples/sample-marketplace.ts'
import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './offer-page.tsx'

const states = pageStates({
  page,
  route: 'marketplace/:id',
  path: '/marketplace/6',
  who: 'visitor',
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const offSale = pageStates({
  page,
  route: 'marketplace/:id',
  path: '/marketplace/6',
  who: 'visitor',
  answers: [sampleOfferOffSale]
})
const own = pageStates({
  page,
  route: 'marketplace/:id',
  path: '/marketplace/6',
  who: 'publisher',
  answers: [sampleOwnOffer]
})

const meta = preview.meta({
  title: 'Pages/Offer',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

const withoutLink = <State extends Pick<typeof own.full, 'play'>>(state: State) => ({
  ...state,
  play: async (context: Parameters<State['play']>[0]) => {
    await state.play(context)
    const canvas = within(context.canvasElement)
    await expect(canvas.queryByRole('link', { name: 'Advertise on this site' })).toBeNull()
  }
})

export const SiteNotForSale = meta.story(withoutLink(offSale.full))
export const OwnOffer = meta.story(withoutLink(own.full))

export const SiteForSale = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const link = within(context.canvasElement).getByRole('link', { name: 'Advertise on this site' })
    await expect(link).toHaveAttribute('href', '/campaigns/new/?source_id=1&source_type=site')
  }
})
