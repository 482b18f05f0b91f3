import { expect } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './ad-unit-placement-page.tsx'

const states = pageStates({
  page,
  route: 'ad-units/:id/placement',
  path: '/ad-units/1/placement',
  who: 'publisher',
  without: { empty: 'It has no list.' }
})

const meta = preview.meta({
  title: 'Pages/Ad unit placement',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const CodeInTwoParts = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const fold = canvas.getByText('Faster on long pages: in two parts')
    const copies = ['HTML for the head', 'HTML for the ad’s place'].map(part =>
      canvas.getByRole('button', { name: `Copy ${part}` })
    )
    for (const copy of copies) await expect(copy).not.toBeVisible()
    await userEvent.click(fold)
    for (const copy of copies) await expect(copy).toBeVisible()
  }
})
