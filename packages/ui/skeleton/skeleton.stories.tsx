import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Skeleton } from './skeleton.tsx'

const meta = preview.meta({
  title: 'Components/Skeleton',
  component: Skeleton,
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Lines = meta.story({ args: { lines: 3 } })
export const Box = meta.story({ args: { width: '300px', height: '250px' } })
export const Dark = Lines.extend(dark)
export const RightToLeft = Lines.extend(rightToLeft)
