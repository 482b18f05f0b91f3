import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { CodeBlock } from './code-block.tsx'

const meta = preview.meta({
  title: 'Components/Code block',
  component: CodeBlock,
  args: {
    label: 'Snippet',
    code: '<script type="module" src="https://ads.example/embed/v1/ad.js"></script>\n<mille-ad unit="7K3M9PQX2VTA"></mille-ad>'
  },
  decorators: [inFrame('40rem')]
})

export const Playground = meta.story({})
export const LongText = meta.story({ args: { code: longText.repeat(3) } })
export const Narrow = meta.story({ decorators: [inFrame('20rem')] })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
