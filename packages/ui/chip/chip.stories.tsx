import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Icon } from '../icon/icon.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Chip, Chips } from './chip.tsx'

const meta = preview.meta({
  title: 'Components/Chip',
  component: Chips,
  decorators: [inFrame('26rem')]
})

export const All = meta.story({
  args: {
    label: 'Suggestions',
    children: (
      <>
        <Chip aria-pressed={false} onClick={fn()}>
          Misleading
        </Chip>
        <Chip aria-pressed onClick={fn()}>
          Wrong language
        </Chip>
        <Chip aria-label="Remove the filter Country: Germany" onClick={fn()}>
          <span>Country: Germany</span>
          <Icon name="close" />
        </Chip>
      </>
    )
  }
})
export const LongText = meta.story({
  args: { label: 'Filters', children: <Chip onClick={fn()}>{longText}</Chip> }
})
export const Narrow = All.extend({ decorators: [inFrame('320px')] })
export const Dark = All.extend(dark)
export const RightToLeft = All.extend(rightToLeft)
