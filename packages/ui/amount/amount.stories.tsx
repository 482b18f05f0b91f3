import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Amount } from './amount.tsx'

const meta = preview.meta({
  title: 'Components/Amount',
  component: Amount,
  args: { units: 1_250_000n, asset: 'BTC' as const },
  decorators: [inFrame()],
  argTypes: { units: { control: false } },
  // Amounts are the most important text, so their contrast must be 7:1 instead of 4.5:1.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast-enhanced', enabled: true }] } } }
})

export const Playground = meta.story({})
export const Bitcoin = meta.story({
  async play({ canvasElement }) {
    await expect(canvasElement).toHaveTextContent('0.01250000 BTC')
  }
})
export const Dollars = meta.story({ args: { asset: 'USD', units: 123_456_789_000n } })
export const BothCurrencies = meta.story({
  args: { other: { units: 118_750_000_000n, asset: 'USD' } }
})
export const Zero = meta.story({ args: { units: 0n } })
export const In = meta.story({ args: { direction: 'in' } })
export const Out = meta.story({ args: { direction: 'out' } })
export const Large = meta.story({
  args: { size: 'large', other: { units: 118_750_000_000n, asset: 'USD' } }
})
export const LongNumber = meta.story({ args: { units: 2_100_000_000_000_000n } })

export const Column = meta.story({
  render: () => (
    <div style={{ display: 'grid', justifyItems: 'end', gap: '0.5rem' }}>
      <Amount units={1_250_000n} asset="BTC" direction="in" />
      <Amount units={41n} asset="BTC" direction="out" />
      <Amount units={100_000_000n} asset="BTC" />
      <Amount units={0n} asset="BTC" size="small" />
      <Amount units={2_550_000_000n} asset="USD" />
    </div>
  )
})
export const Dark = Column.extend(dark)
export const RightToLeft = Column.extend(rightToLeft)
