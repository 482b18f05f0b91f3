import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Logo } from './logo.tsx'

const meta = preview.meta({ title: 'Components/Logo', component: Logo, decorators: [inFrame()] })

export const Playground = meta.story({})
export const OwnName = meta.story({ args: { name: 'Acme Ads' } })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
