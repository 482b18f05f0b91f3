import preview from '../../../.storybook/preview.tsx'
import { Badge } from '../badge/badge.tsx'
import { Button } from '../button/button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { PageHeader } from './page-header.tsx'

const meta = preview.meta({
  title: 'Components/Page header',
  component: PageHeader,
  args: { title: 'Cold wallets, spring' },
  decorators: [inFrame('60rem')]
})

export const Playground = meta.story({})
export const WithEverything = meta.story({
  args: {
    description: 'Runs on 12 sites, 0.00150000 BTC a day.',
    badge: <Badge tone="positive">Active</Badge>,
    back: { href: '#campaigns', label: 'Campaigns' },
    actions: (
      <>
        <Button icon="pause">Pause</Button>
        <Button variant="primary" icon="coin">
          Fund
        </Button>
      </>
    )
  }
})
export const LongText = meta.story({
  args: { title: longText, description: longText, actions: <Button>Edit</Button> }
})
export const Dark = WithEverything.extend(dark)
export const RightToLeft = WithEverything.extend(rightToLeft)
