import preview from '../../../.storybook/preview.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { EmptyState } from './empty-state.tsx'

const meta = preview.meta({
  title: 'Components/Empty state',
  component: EmptyState,
  args: {
    icon: 'chart' as const,
    title: 'No campaigns yet',
    children: 'A campaign shows your ad on the sites you choose. It takes about two minutes.',
    action: (
      <Button variant="primary" icon="plus">
        Create campaign
      </Button>
    )
  },
  decorators: [inFrame('44rem')]
})

export const Playground = meta.story({})
export const Failed = meta.story({
  args: {
    icon: 'alert',
    title: 'Campaigns did not load',
    children: 'The server did not answer. Check your connection and try again.',
    action: <Button>Try again</Button>
  }
})
export const LongText = meta.story({ args: { title: longText, children: longText } })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
