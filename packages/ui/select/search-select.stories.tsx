import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { SearchSelect } from './search-select.tsx'

const options = [
  { value: 'none', label: 'Not said' },
  { value: 'hosting', label: 'Hosting, domains, and cloud services' },
  { value: 'gambling', label: 'Casinos, lotteries, and sports betting' },
  { value: 'tokens', label: 'Tokens and token sales', description: 'Also NFTs' },
  { value: 'weapons', label: 'Weapons', isDisabled: true }
]

const meta = preview.meta({
  title: 'Components/SearchSelect',
  component: SearchSelect,
  args: {
    label: 'What it sells',
    searchLabel: 'Search categories',
    nothingFound: 'No category contains these words.',
    options,
    value: 'none',
    onChange: fn()
  },
  decorators: [inFrame('22rem')]
})

export const Playground = meta.story({})
export const NothingChosen = meta.story({ args: { value: null } })
export const WithError = meta.story({ args: { error: 'Choose a category.' } })
export const Disabled = meta.story({ args: { disabled: true } })
export const LongText = meta.story({
  args: { options: [{ value: 'long', label: longText }, ...options], value: 'long' }
})

export const SearchedByKeyboard = meta.story({
  async play({ args, canvas, userEvent }) {
    const trigger = () => canvas.getByRole('combobox', { name: 'What it sells' })
    await userEvent.tab()
    await expect(trigger()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const search = await screen.findByRole('combobox', { name: 'Search categories' })
    await waitFor(() => expect(search).toHaveFocus())
    await userEvent.keyboard('lotter')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith('gambling'))
    await waitFor(() => expect(trigger()).toHaveFocus())
  }
})

export const NothingFound = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox', { name: 'What it sells' }))
    const search = await screen.findByRole('combobox', { name: 'Search categories' })
    await userEvent.type(search, 'umbrellas')
    await screen.findByText('No category contains these words.')
  }
})

export const Open = meta.story({
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('combobox', { name: 'What it sells' }))
    await screen.findByRole('listbox')
  }
})
export const Dark = Open.extend(dark)
export const RightToLeft = Open.extend(rightToLeft)
