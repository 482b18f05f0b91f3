import { expect } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import * as page from './settings-page.tsx'

const states = pageStates({
  page,
  route: 'admin/settings',
  who: 'operator',
  without: { empty: 'It has no list.' }
})

const meta = preview.meta({
  title: 'Pages/Admin settings',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

export const Full = meta.story(states.full)
export const Loading = meta.story(states.loading)
export const Failed = meta.story(states.failed)
export const WithoutRights = meta.story(states.withoutRights)
export const Phone = meta.story(states.phone)
export const RightToLeft = meta.story(states.rightToLeft)
export const FeeEstimate = meta.story({
  ...states.phone,
  play: async context => {
    await states.phone.play(context)
    const { canvas, userEvent } = context
    const field = canvas.getByLabelText('Fee')
    await userEvent.clear(field)
    await userEvent.type(field, '15')
    await expect(await canvas.findAllByText('Kept with 15 %')).toHaveLength(2)
  }
})
