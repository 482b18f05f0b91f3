import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft, stack } from '../shared/story-frame.tsx'
import { AmountText } from './amount-text.tsx'

const meta = preview.meta({
  title: 'Components/Amount text',
  component: AmountText,
  args: { children: '≈\u00a01,200\u00a0sats' },
  decorators: [inFrame('20rem')]
})

export const Playground = meta.story({})
export const All = meta.story({
  render: () => (
    <div style={stack}>
      <AmountText direction="in">{'≈\u00a0+32.00\u00a0USD'}</AmountText>
      <AmountText direction="out">{'>\u00a0−0.01\u00a0USD'}</AmountText>
      <AmountText other="32.00 USD">{'≈\u00a050,000\u00a0sats'}</AmountText>
    </div>
  )
})
export const Dark = All.extend(dark)
export const RightToLeft = All.extend(rightToLeft)
