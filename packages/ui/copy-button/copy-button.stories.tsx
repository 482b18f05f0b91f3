import { expect, spyOn, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { CopyButton } from './copy-button.tsx'

const meta = preview.meta({
  title: 'Components/Copy button',
  component: CopyButton,
  args: { text: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', what: 'address' },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Compact = meta.story({ args: { isCompact: true } })

export const Copies = meta.story({
  async play({ args, canvas, userEvent }) {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy address' }))
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Copied'))
    await expect(write).toHaveBeenCalledWith(args.text)
  }
})

export const Refused = meta.story({
  async play({ canvas, userEvent }) {
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Not copied'))
  }
})
export const Dark = Copies.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
