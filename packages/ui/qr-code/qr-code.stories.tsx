import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { QrCode } from './qr-code.tsx'

const meta = preview.meta({
  title: 'Components/QR code',
  component: QrCode,
  args: {
    value: 'bitcoin:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    label: 'QR code of the address'
  },
  decorators: [inFrame('20rem')]
})

export const Playground = meta.story({})
export const LongLink = meta.story({
  args: {
    value:
      'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=25000000'
  }
})
export const Narrow = meta.story({ decorators: [inFrame('7rem')] })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
