import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Progress } from './progress.tsx'

const meta = preview.meta({
  title: 'Components/Progress',
  component: Progress,
  args: { label: 'Uploading', value: 0.4 },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Confirmations = meta.story({
  args: { label: 'Confirmations', value: 0.5, detail: '1 of 2' }
})
export const Unknown = meta.story({ args: { label: 'Checking the page', value: undefined } })
export const Done = meta.story({ args: { value: 1 } })
export const LongText = meta.story({ args: { label: longText } })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
