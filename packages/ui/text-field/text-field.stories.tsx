import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { TextField } from './text-field.tsx'

const meta = preview.meta({
  title: 'Components/Text field',
  component: TextField,
  args: { label: 'Page URL', placeholder: 'https://example.com' },
  decorators: [inFrame('26rem')]
})

export const Playground = meta.story({})
export const WithHelp = meta.story({ args: { help: 'The page that will show the ad.' } })
export const Optional = meta.story({ args: { isOptional: true } })
export const WithUnit = meta.story({
  args: { label: 'Fee', suffix: '%', defaultValue: '20', placeholder: undefined }
})
export const Code = meta.story({
  args: { label: 'Access code', isCode: true, defaultValue: '7K3M-9PQX-2VTA' }
})
export const Disabled = meta.story({
  args: { disabled: true, defaultValue: 'https://example.com' }
})
export const LongText = meta.story({ args: { label: longText, help: longText, error: longText } })

export const WithError = meta.story({
  args: {
    help: 'The page that will show the ad.',
    error: 'This page cannot be reached. Check the spelling of the URL.'
  },
  async play({ canvas }) {
    const input = canvas.getByRole('textbox', { name: 'Page URL' })
    await expect(input).toBeInvalid()
    await expect(input).toHaveAccessibleDescription(
      'The page that will show the ad. This page cannot be reached. Check the spelling of the URL.'
    )
  }
})
export const Dark = WithError.extend(dark)
export const RightToLeft = WithError.extend(rightToLeft)
