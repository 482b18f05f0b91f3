import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Badge } from './badge.tsx'

const meta = preview.meta({
  title: 'Components/Badge',
  component: Badge,
  args: { children: 'Draft' },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const All = meta.story({
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
      <Badge>Pending</Badge>
      <Badge tone="positive">Active</Badge>
      <Badge tone="info" icon="pause">
        Paused
      </Badge>
      <Badge tone="warning">Low funds</Badge>
      <Badge tone="negative">Rejected</Badge>
    </div>
  )
})
export const LongText = meta.story({ args: { children: longText.slice(0, 60) } })
export const Sentence = meta.story({ args: { children: longText, isSentence: true } })
export const Dark = All.extend(dark)
export const RightToLeft = All.extend(rightToLeft)
