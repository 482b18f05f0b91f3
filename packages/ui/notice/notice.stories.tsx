import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Notice } from './notice.tsx'

const meta = preview.meta({
  title: 'Components/Notice',
  component: Notice,
  args: {
    title: 'Deposits take longer today',
    children: 'The Bitcoin network is busy. Nothing is lost.'
  },
  decorators: [inFrame('44rem')]
})

export const Playground = meta.story({})
export const Warning = meta.story({ args: { tone: 'warning' } })
export const Alarm = meta.story({ args: { tone: 'alarm', isLive: true } })
export const Success = meta.story({ args: { tone: 'success' } })
export const WithAction = meta.story({
  args: { tone: 'warning', action: <Button size="small">Add funds</Button> }
})
export const Banner = meta.story({ args: { isBanner: true, onDismiss: fn() } })
export const Dismissible = meta.story({
  args: { onDismiss: fn() },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }))
    await expect(args.onDismiss).toHaveBeenCalledOnce()
  }
})
export const LongText = meta.story({
  args: { title: longText, children: longText, onDismiss: fn() }
})
export const Dark = WithAction.extend(dark)
export const RightToLeft = Dismissible.extend(rightToLeft)
