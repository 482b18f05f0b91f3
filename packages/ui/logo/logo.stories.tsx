import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Logo, type LogoPicture } from './logo.tsx'

const meta = preview.meta({ title: 'Components/Logo', component: Logo, decorators: [inFrame()] })

export const Playground = meta.story({})
export const OwnName = meta.story({ args: { name: 'Acme Ads' } })
/** A logo that replaces `/media/brand/…`, which exists only on a running network. */
const drawn = (width: number, shapes: string): LogoPicture => ({
  source: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40">${shapes}</svg>`)}`,
  ...{ width: width * 4, height: 160 }
})
const square = drawn(40, '<circle cx="20" cy="20" r="20" fill="#0b7a5c"/>')
const wide = drawn(
  160,
  '<rect width="160" height="40" rx="8" fill="#0b7a5c"/><circle cx="20" cy="20" r="10" fill="#fff"/>'
)

export const OwnPicture = meta.story({ args: { name: 'Acme Ads', picture: square } })
export const WidePicture = meta.story({ args: { name: 'Acme Ads', picture: wide } })
export const OwnPictureDark = OwnPicture.extend(dark)
export const OwnPictureRightToLeft = OwnPicture.extend(rightToLeft)
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
