import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { ColorField } from './color-field.tsx'

const meta = preview.meta({
  title: 'Components/Color field',
  component: ColorField,
  args: { label: 'Link color', value: '#b45309', onChange: fn() },
  decorators: [inFrame('18rem')],
  render: function Live(args) {
    const [value, setValue] = useState(args.value)
    return <ColorField {...args} value={value} onChange={setValue} />
  }
})

export const Playground = meta.story({})
export const Typed = meta.story({
  async play({ canvas, userEvent }) {
    const text = canvas.getByRole('textbox', { name: 'Link color' })
    await userEvent.clear(text)
    await userEvent.type(text, '0AF')
    await userEvent.tab()
    await expect(text).toHaveValue('#00aaff')
    await expect(canvas.getByLabelText('Link color: pick')).toHaveValue('#00aaff')
  }
})
export const WithError = meta.story({
  args: { value: 'amber', error: 'Enter a color such as #b45309.' }
})
export const Disabled = meta.story({ args: { disabled: true } })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
