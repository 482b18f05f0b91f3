import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { AmountField } from './amount-field.tsx'

const meta = preview.meta({
  title: 'Components/Amount field',
  component: AmountField,
  args: { label: 'Daily budget', asset: 'BTC' as const },
  decorators: [inFrame('22rem')]
})

export const Playground = meta.story({})
export const Bitcoin = meta.story({
  async play({ canvas, userEvent }) {
    const input = canvas.getByRole('textbox', { name: 'Daily budget' })
    await userEvent.type(input, '0.0015')
    await expect(input).toHaveValue('0.0015')
  }
})
export const Dollars = meta.story({ args: { asset: 'USD', help: 'About 0.00031250 BTC.' } })
export const GroupedThousands = meta.story({
  args: { asset: 'USD', value: '1,000', readOnly: true },
  async play({ canvas }) {
    await expect(canvas.getByText(/^1,000\.00\sUSD$/)).toBeVisible()
  }
})
export const AmbiguousComma = meta.story({
  args: { value: '0,001', readOnly: true },
  async play({ canvas }) {
    await expect(canvas.getByText(/Enter 0.001 or 1:/)).toBeVisible()
    await expect(canvas.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  }
})
export const SwappedMarks = meta.story({
  args: { asset: 'USD', value: '1.000,50', readOnly: true },
  async play({ canvas }) {
    await expect(canvas.getByText(/enter 1000.50/)).toBeVisible()
    await expect(canvas.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  }
})
export const WithError = meta.story({
  args: { defaultValue: '0.00000001', error: 'The minimum daily budget is 0.00010000 BTC.' }
})
export const Disabled = meta.story({ args: { disabled: true } })
export const Dark = WithError.extend(dark)
export const RightToLeft = WithError.extend(rightToLeft)
