import { readReviewQueue } from '@mille/api/admin/endpoints.ts'
import { expect, screen, within } from 'storybook/test'
import { pageStates } from '../../../../.storybook/page-states.tsx'
import preview from '../../../../.storybook/preview.tsx'
import { reviewMessages as messages } from './review-messages.ts'
import * as page from './review-page.tsx'

const states = pageStates({
  page,
  route: 'admin/creatives',
  who: 'operator',
  empty: { lists: [readReviewQueue], says: 'Nothing to review' }
})

const meta = preview.meta({
  title: 'Pages/Admin creatives',
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

export const RejectedForAFrequentReason = meta.story({
  ...states.phone,
  parameters: states.full.parameters,
  play: async context => {
    await states.phone.play(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getAllByRole('button', { name: messages.reject })[0] as Element)
    const dialog = within(await screen.findByRole('dialog'))
    const [first = '', second = ''] = messages.reasons
    const reason = dialog.getByRole('textbox', { name: messages.reason })
    await userEvent.type(reason, 'Please look again.')
    // A second press of the same reason does not add it again.
    for (const name of [first, second, first])
      await userEvent.click(dialog.getByRole('button', { name }))
    await expect(reason).toHaveValue(`Please look again. ${first} ${second}`)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  }
})
