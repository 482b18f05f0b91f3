import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './new-campaign-page.tsx'

const states = pageStates({
  page,
  route: 'campaigns/new',
  who: 'visitor',
  without: {
    empty: 'It has no list.',
    loading: 'It is loaded once.',
    withoutRights: 'Anybody may see it.'
  }
})

const meta = preview.meta({
  title: 'Pages/New campaign',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Failed = meta.story(states.failed)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)

export const SaysWhatItSells = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const field = await canvas.findByRole('combobox', { name: 'What it sells' })
    await expect(field).toHaveTextContent('Not said')
    await expect(field).toHaveAccessibleDescription(/never refused by one/)
    await userEvent.click(field)
    const option = await screen.findByRole('option', { name: 'Crypto exchanges' })
    await waitFor(() => expect(option).toBeVisible())
  }
})
export const SaysWhatItSellsDark = SaysWhatItSells.extend({ globals: { theme: 'dark' } })
export const SaysWhatItSellsRightToLeft = SaysWhatItSells.extend({ globals: { direction: 'rtl' } })
export const SaysWhatItSellsOnPhone = SaysWhatItSells.extend({
  globals: { viewport: { value: 'phone' } }
})
