import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Spinner } from './spinner.tsx'

const meta = preview.meta({
  title: 'Components/Spinner',
  component: Spinner,
  decorators: [inFrame()]
})

export const Playground = meta.story({})
export const WithMeaning = meta.story({ args: { label: 'Loading' } })
export const Decoration = meta.story({
  render: () => (
    <p>
      <Spinner /> Checking the page
    </p>
  )
})
export const Dark = Decoration.extend(dark)
export const RightToLeft = Decoration.extend(rightToLeft)
