import preview from '../../../.storybook/preview.tsx'
import { Amount } from '../amount/amount.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Sparkline } from '../sparkline/sparkline.tsx'
import { StatTile, StatTiles } from './stat-tile.tsx'

const meta = preview.meta({
  title: 'Components/Stat tile',
  component: StatTile,
  args: { label: 'Views, last 7 days', value: '124,803' },
  decorators: [inFrame('60rem')]
})

const course = [3, 5, 4, 8, 9, 12, 14]

export const Playground = meta.story({})
export const One = meta.story({ args: { detail: '12% more than the week before' } })
export const Several = meta.story({
  render: () => (
    <StatTiles>
      <StatTile
        label="Balance"
        value={<Amount units={1_250_000n} asset="BTC" size="large" />}
        detail="≈ 1,187.50 USD"
        href="#finances"
      />
      <StatTile
        label="Views, last 7 days"
        value="124,803"
        detail="12% more than the week before"
        chart={
          <Sparkline
            size="wide"
            values={course}
            label="Views, last 7 days: rising from 3 to 14 thousand"
          />
        }
      />
      <StatTile label="Clicks, last 7 days" value="312" detail="0.25% of the views" />
    </StatTiles>
  )
})
export const Loading = meta.story({ args: { isLoading: true, detail: '' } })
export const LongText = meta.story({ args: { label: longText, detail: longText } })
export const Dark = Several.extend(dark)
export const RightToLeft = Several.extend(rightToLeft)
