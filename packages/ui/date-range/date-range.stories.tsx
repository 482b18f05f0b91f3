import { type ComponentProps, useState } from 'react'
import { expect, fireEvent, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { DateRange } from './date-range.tsx'

/** Keeps what is chosen, as a page does. */
function Kept(props: ComponentProps<typeof DateRange>) {
  const [value, setValue] = useState(props.value)
  return (
    <DateRange
      {...props}
      value={value}
      onChange={next => {
        setValue(next)
        props.onChange(next)
      }}
    />
  )
}

const meta = preview.meta({
  component: DateRange,
  args: {
    label: 'Period',
    today: '2026-03-31',
    value: { from: '2026-03-02', to: '2026-03-31' },
    onChange: fn()
  },
  render: args => <Kept {...args} />,
  decorators: [inFrame('44rem')]
})

export const Playground = meta.story({})
export const Open = meta.story({ args: { value: { from: '', to: '' } } })
export const WithError = meta.story({ args: { error: 'Choose at most 400 days.' } })
export const Disabled = meta.story({ args: { disabled: true } })
export const LongText = meta.story({ args: { label: longText, help: longText } })
export const Narrow = meta.story({ decorators: [inFrame('20rem')] })

export const Shortcuts = meta.story({
  async play({ args, canvas, userEvent }) {
    const week = canvas.getByRole('button', { name: '7 days' })
    await userEvent.click(week)
    await expect(args.onChange).toHaveBeenCalledWith({ from: '2026-03-25', to: '2026-03-31' })
    await expect(week).toHaveAttribute('aria-pressed', 'true')
  }
})

export const Turned = meta.story({
  async play({ args, canvas }) {
    await fireEvent.change(canvas.getByLabelText('To'), { target: { value: '2026-02-10' } })
    await expect(args.onChange).toHaveBeenCalledWith({ from: '2026-02-10', to: '2026-02-10' })
    await expect(canvas.getByLabelText('From')).toHaveValue('2026-02-10')
  }
})
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
