import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { TextArea } from './text-area.tsx'

const meta = preview.meta({
  title: 'Components/Text area',
  component: TextArea,
  args: { label: 'Ad text', help: 'At most 90 characters.' },
  decorators: [inFrame('26rem')]
})

export const Playground = meta.story({})
export const Filled = meta.story({ args: { defaultValue: longText } })
export const WithError = meta.story({
  args: { error: 'The text is longer than 90 characters.', defaultValue: longText }
})
export const Disabled = meta.story({
  args: { disabled: true, defaultValue: 'Fast hosting, paid in sats' }
})
export const Dark = WithError.extend(dark)
export const RightToLeft = Filled.extend(rightToLeft)
