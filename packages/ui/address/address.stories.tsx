import preview from '../../../.storybook/preview.tsx'
import { dark, inFrame, rightToLeft } from '../shared/story-frame.tsx'
import { Address } from './address.tsx'

const meta = preview.meta({
  title: 'Components/Address',
  component: Address,
  args: { value: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  decorators: [inFrame('36rem')]
})

export const Playground = meta.story({})
export const Short = meta.story({ args: { isShort: true } })
export const AccountCode = meta.story({
  args: { value: '7K3M9PQX2VTA5N8RWJ4C6DHYEB', what: 'account code' }
})
export const WithCode = meta.story({
  args: { link: 'bitcoin:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ' }
})
export const WithCodeNarrow = WithCode.extend({ decorators: [inFrame('18rem')] })
export const Narrow = meta.story({ decorators: [inFrame('18rem')] })
export const Dark = Playground.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
