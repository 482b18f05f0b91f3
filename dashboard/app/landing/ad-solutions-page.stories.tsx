import { expect, within } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-solutions-page.tsx'

const states = pageStates({
  page,
  route: 'ad-solutions',
  who: 'visitor',
  bearsFailure: true,
  without: { empty: 'It has no list.', withoutRights: 'Anybody may see it.' }
})

const meta = preview.meta({
  title: 'Pages/Ad solutions',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const PricesInDollars = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    // Prices in bitcoin are compared with dollars.
    const [, row] = await within(await context.canvas.findByRole('table')).findAllByRole('row')
    await expect(row).toHaveTextContent(/BTC[≈<]\s[\d.]+\sUSD/)
  }
})
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
