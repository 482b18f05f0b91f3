import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { IconButton } from './icon-button.tsx'

const meta = preview.meta({
  title: 'Components/Icon button',
  component: IconButton,
  args: { icon: 'bell' as const, label: 'Notifications' },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Small = meta.story({ args: { size: 'small', icon: 'trash', label: 'Delete' } })
export const Disabled = meta.story({ args: { disabled: true } })
export const Dark = Playground.extend(dark)
export const RightToLeft = meta.story({
  args: { icon: 'chevron-end', label: 'Next' },
  ...rightToLeft
})
