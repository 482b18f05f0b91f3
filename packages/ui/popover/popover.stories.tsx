import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Popover } from './popover.tsx'

const meta = preview.meta({
  title: 'Components/Popover',
  component: Popover,
  args: {
    trigger: <Button icon="info">Traffic rating</Button>,
    title: 'Traffic rating 0.82',
    align: 'start' as const,
    children: 'New units start at 0.25. Health, viewability and the rate of rejected views move it.'
  },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Open = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Traffic rating' }))
    await screen.findByRole('dialog', { name: 'Traffic rating 0.82' })
  }
})
export const ClosedByEscape = meta.story({
  async play({ canvas, userEvent }) {
    const trigger = canvas.getByRole('button', { name: 'Traffic rating' })
    await userEvent.click(trigger)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(trigger).toHaveFocus())
  }
})
export const LongText = Open.extend({ args: { children: longText } })
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
