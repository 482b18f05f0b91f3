import { Amount } from '@mille/ui/amount/amount.tsx'
import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import type { ComponentProps } from 'react'
import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Facts } from './facts.tsx'

const worth = (units: bigint) => (
  <Amount units={units} asset="BTC" other={{ units: units * 64_000n, asset: 'USD' }} />
)

const meta = preview.meta({
  title: 'Dashboard/Facts',
  component: Facts,
  decorators: [inFrame('26rem')]
})

const args: ComponentProps<typeof Facts> = {
  facts: [
    ['Campaign balance', worth(221_500n)],
    ['In campaigns', worth(14n)],
    ['Views per day', '12,345'],
    ['Language', 'English']
  ]
}

export const Amounts = meta.story({ args })

/** Where an amount takes two lines, names begin at one edge, and both lines of all values end at the other. */
export const AmountsNarrow = meta.story({
  args,
  decorators: [inFrame('18rem')],
  async play({ canvasElement }) {
    const edgeOf = (of: string, edge: 'left' | 'right') =>
      new Set(
        [...canvasElement.querySelectorAll(of)].map(it => {
          const range = document.createRange()
          range.selectNodeContents(it)
          return Math.round(range.getBoundingClientRect()[edge])
        })
      )
    await expect(edgeOf('dt', 'left').size).toBe(1)
    await expect(edgeOf('dd, dd bdi', 'right').size).toBe(1)
    const [first] = canvasElement.querySelectorAll('dd')
    const lines = new Set([...(first?.querySelectorAll('bdi') ?? [])].map(it => it.offsetTop))
    await expect(lines.size).toBe(2)
  }
})

/** What an amount is worth is set smaller than the amount, so that nothing looks like two balances. */
export const LargeAmount = meta.story({
  args: {
    facts: [
      [
        'Available',
        <Amount
          key="available"
          units={600_000n}
          asset="BTC"
          other={{ units: 38_400_000_000n, asset: 'USD' }}
          size="large"
        />
      ]
    ]
  },
  async play({ canvasElement }) {
    const [amount, worth] = [...canvasElement.querySelectorAll('bdi')].map(it =>
      getComputedStyle(it)
    )
    await expect(Number.parseFloat(worth?.fontSize ?? '')).toBeLessThan(
      Number.parseFloat(amount?.fontSize ?? '') * 0.8
    )
    await expect(Number(worth?.fontWeight)).toBeLessThan(Number(amount?.fontWeight))
    await expect(worth?.color).not.toBe(amount?.color)
  }
})

export const Dark = AmountsNarrow.extend(dark)
export const RightToLeft = Amounts.extend(rightToLeft)
