import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Stepper } from './stepper.tsx'

const steps = ['Page', 'Screen', 'Size', 'Ads', 'Code'].map(label => ({
  id: label.toLowerCase(),
  label,
  href: `#${label.toLowerCase()}`
}))

const meta = preview.meta({
  title: 'Components/Stepper',
  component: Stepper,
  args: { label: 'New ad unit', steps, currentId: 'screen', reachedId: 'size' },
  decorators: [inFrame('52rem')]
})

export const Playground = meta.story({})
export const First = meta.story({ args: { currentId: 'page', reachedId: 'page' } })
export const Middle = meta.story({
  async play({ canvas }) {
    await expect(canvas.getAllByRole('link')).toHaveLength(3)
    await expect(canvas.getByRole('link', { name: /Screen/ })).toHaveAttribute(
      'aria-current',
      'step'
    )
  }
})
export const Last = meta.story({ args: { currentId: 'code', reachedId: 'code' } })
export const Narrow = meta.story({ decorators: [inFrame('22rem')] })
export const LongText = meta.story({
  args: {
    steps: [{ id: 'page', label: longText, href: '#page' }, ...steps.slice(1)],
    currentId: 'page'
  }
})
export const Dark = Middle.extend(dark)
export const RightToLeft = Middle.extend(rightToLeft)
