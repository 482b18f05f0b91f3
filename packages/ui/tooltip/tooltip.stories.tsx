import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Tooltip } from './tooltip.tsx'

const meta = preview.meta({
  component: Tooltip,
  args: {
    text: 'Counted once in 24 hours for each visitor',
    children: <Button icon="info">Billable</Button>
  },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Closed = meta.story({
  async play({ canvas }) {
    await expect(canvas.getByRole('button')).toHaveAccessibleDescription(
      'Counted once in 24 hours for each visitor'
    )
  }
})
export const Open = meta.story({
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.hover(canvas.getByRole('button'))
    const body = canvasElement.ownerDocument.body
    await waitFor(() => expect(body).toHaveTextContent(/Counted once.*Counted once/), {
      timeout: 3000
    })
  }
})
export const LongText = meta.story({ args: { text: longText } })
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
