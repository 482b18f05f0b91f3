import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Select } from './select.tsx'

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'ja', label: 'Japanese', description: 'Text up to 45 full-width characters' },
  { value: 'tlh', label: 'Klingon', isDisabled: true }
]

const meta = preview.meta({
  title: 'Components/Select',
  component: Select,
  args: { label: 'Language', options: languages, onChange: fn() },
  decorators: [inFrame('22rem')]
})

export const Playground = meta.story({})
export const Chosen = meta.story({
  args: { defaultValue: 'de', help: 'Pages in this language show the ad.' }
})
export const WithError = meta.story({ args: { error: 'Choose a language.' } })
export const Disabled = meta.story({ args: { disabled: true, defaultValue: 'de' } })
export const LongText = meta.story({
  args: { options: [{ value: 'long', label: longText }, ...languages], defaultValue: 'long' }
})

export const Keyboard = meta.story({
  async play({ args, canvas, userEvent }) {
    const trigger = canvas.getByRole('combobox', { name: 'Language' })
    await userEvent.tab()
    await expect(trigger).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('listbox')
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('option', { name: 'German' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('de'))
    await waitFor(() => expect(trigger).toHaveFocus())
    await expect(trigger).toHaveTextContent('German')
  }
})

export const Open = meta.story({
  args: { defaultValue: 'en' },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox'))
    await screen.findByRole('listbox')
  }
})
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
