import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Sparkline } from './sparkline.tsx'

const meta = preview.meta({
  title: 'Components/Sparkline',
  component: Sparkline,
  args: { values: [120, 180, 160, 240, 210, 290, 340], label: 'Views, last 7 days: 120 to 340' },
  decorators: [inFrame('20rem')]
})

export const Playground = meta.story({})
export const Wide = meta.story({ args: { size: 'wide' } })
export const Zeros = meta.story({ args: { values: [0, 0, 0, 0] } })
export const OneValue = meta.story({ args: { values: [4] } })
export const Empty = meta.story({ args: { values: [] } })
export const Dark = Wide.extend(dark)
export const RightToLeft = Wide.extend(rightToLeft)
