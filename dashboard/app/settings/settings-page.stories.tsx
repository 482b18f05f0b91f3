import { listPasskeys } from '@mille/api/passkeys/endpoints.ts'
import { expect, screen, waitFor } from 'storybook/test'
import { pageStates } from '../../../.storybook/page-states.tsx'
import preview from '../../../.storybook/preview.tsx'
import * as page from './settings-page.tsx'

const options = {
  page,
  route: 'settings',
  who: 'advertiser',
  empty: { lists: [listPasskeys], says: 'No passkeys yet' }
} as const
const states = pageStates(options)
/** The state of the page for an account that an operator has frozen. */
const frozen = pageStates({ ...options, who: 'frozen' })

const meta = preview.meta({
  title: 'Pages/Settings',
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
export const Frozen = meta.story(frozen.full)
export const FrozenOnPhone = meta.story(frozen.phone)

export const TimeZoneAndCurrency = meta.story({
  ...states.full,
  play: async context => {
    await states.full.play(context)
    const { canvas, userEvent } = context
    const zone = () => canvas.getByRole('combobox', { name: 'Time zone' })
    await expect(zone()).toHaveTextContent('UTC')
    await userEvent.click(zone())
    await screen.findByRole('option', { name: 'Europe/Berlin' })
    await userEvent.keyboard('Europe/Be')
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'Europe/Belgrade' })).toHaveFocus()
    )
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(zone()).toHaveTextContent('Europe/Belgrade'))
    const currency = () =>
      canvas.getByRole('combobox', { name: 'Currency of reports, lists, and charts' })
    await expect(currency()).toHaveTextContent('As charged')
    await userEvent.click(currency())
    await userEvent.click(await screen.findByRole('option', { name: 'sats' }))
    await waitFor(() => expect(currency()).toHaveTextContent('sats'))
  }
})
