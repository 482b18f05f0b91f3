import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { ThemeToggle } from '../theme-toggle/theme-toggle.tsx'
import { Footer } from './footer.tsx'

const meta = preview.meta({
  title: 'Components/Footer',
  component: Footer,
  args: {
    children: 'Mille, an open-source advertising network',
    links: [
      { href: '#terms', label: 'Terms' },
      { href: '#privacy', label: 'Privacy' },
      { href: '#api', label: 'API' }
    ],
    end: <ThemeToggle value="system" onChange={() => undefined} />
  },
  decorators: [inFrame('76rem')]
})

export const Playground = meta.story({})
export const Narrow = meta.story({ decorators: [inFrame('22rem')] })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
