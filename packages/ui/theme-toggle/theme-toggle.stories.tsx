import { useState } from 'react'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { type Theme, ThemeToggle } from './theme-toggle.tsx'

const meta = preview.meta({
  title: 'Components/Theme toggle',
  component: ThemeToggle,
  args: { value: 'system' as const, onChange: () => undefined },
  decorators: [inFrame()],
  render: Live
})

function Live(props: { value: Theme }) {
  const [value, setValue] = useState(props.value)
  return <ThemeToggle value={value} onChange={setValue} />
}

export const Playground = meta.story({})
export const System = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('radio', { name: 'Dark' }))
    await expect(canvas.getByRole('radio', { name: 'Dark' })).toBeChecked()
  }
})
export const Light = meta.story({ args: { value: 'light' } })
export const Dark = meta.story({ args: { value: 'dark' }, ...dark })
export const RightToLeft = Light.extend(rightToLeft)
