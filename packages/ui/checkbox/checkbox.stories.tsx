import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Checkbox } from './checkbox.tsx'

const meta = preview.meta({
  title: 'Components/Checkbox',
  component: Checkbox,
  args: { label: 'Show my ad on banner units only' },
  decorators: [inFrame('26rem')]
})

export const Playground = meta.story({})
export const Unchecked = meta.story({
  async play({ canvas, userEvent }) {
    const checkbox = canvas.getByRole('checkbox', { name: 'Show my ad on banner units only' })
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(checkbox).toBeChecked()
  }
})
export const Checked = meta.story({ args: { defaultChecked: true, help: 'Text is left out.' } })
export const WithError = meta.story({ args: { error: 'Agree to the terms to continue.' } })
export const Disabled = meta.story({ args: { disabled: true, defaultChecked: true } })
export const LongText = meta.story({ args: { label: longText, help: longText } })
export const Dark = Checked.extend(dark)
export const RightToLeft = Checked.extend(rightToLeft)
