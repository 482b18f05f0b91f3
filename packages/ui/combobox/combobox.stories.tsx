import { type ComponentProps, useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Combobox } from './combobox.tsx'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'et', label: 'Estonian' },
  { value: 'de', label: 'German' },
  { value: 'el', label: 'Greek', isDisabled: true },
  { value: 'ja', label: 'Japanese', description: 'Text up to 45 full-width characters' }
]

/** Keeps what is chosen, as a page does. */
function Kept(props: ComponentProps<typeof Combobox>) {
  const [value, setValue] = useState(props.value)
  return (
    <Combobox
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
  component: Combobox,
  args: {
    label: 'Language',
    options: languages,
    value: null,
    placeholder: 'Type to search',
    onChange: fn()
  },
  render: args => <Kept {...args} />,
  decorators: [inFrame('22rem')]
})

export const Playground = meta.story({})
export const Chosen = meta.story({
  args: { value: 'de', help: 'Pages in this language show the ad.' }
})
export const WithError = meta.story({ args: { error: 'Choose a language.' } })
export const Disabled = meta.story({ args: { disabled: true, value: 'de' } })
export const LongText = meta.story({
  args: { options: [{ value: 'long', label: longText }, ...languages], value: 'long' }
})

export const Keyboard = meta.story({
  async play({ args, canvas, userEvent }) {
    const input = canvas.getByRole('combobox', { name: 'Language' })
    await userEvent.tab()
    await waitFor(() => expect(input).toHaveFocus())
    await userEvent.keyboard('ger')
    await screen.findByRole('option', { name: 'German' })
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('de'))
    await waitFor(() => expect(input).toHaveValue('German'))
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  }
})

export const NothingMatches = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('combobox'), 'xyz')
    await waitFor(() => expect(screen.getByText('Nothing matches.')).toBeVisible())
  }
})

export const Open = meta.story({
  args: { value: 'en' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Language: all' }))
    await screen.findByRole('listbox')
  }
})
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
