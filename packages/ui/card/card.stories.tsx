import preview from '../../../.storybook/preview.tsx'
import { Badge } from '../badge/badge.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Card } from './card.tsx'

const meta = preview.meta({
  title: 'Components/Card',
  component: Card,
  args: { title: 'Blog sidebar', children: '12,480 views in the last 7 days.' },
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const Plain = meta.story({ args: { title: undefined } })
export const WithTitle = meta.story({})
export const WithEverything = meta.story({
  args: {
    description: 'example.com, 300 × 250',
    actions: (
      <>
        <Badge tone="positive">Active</Badge>
        <Button size="small">Edit</Button>
      </>
    ),
    footer: 'Last seen 2 minutes ago'
  }
})
export const LongText = meta.story({ args: { title: longText, children: longText } })
export const Dark = WithEverything.extend(dark)
export const RightToLeft = WithEverything.extend(rightToLeft)
