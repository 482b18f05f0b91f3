import type { Filled } from '@mille/api/delivery/protocol.ts'
import { expect, test } from 'vitest'
import { framePage } from './frame.ts'

const filled: Filled = {
  filled: true,
  unit: '1',
  size: '300x250',
  position: 'fixed',
  stickySide: 'header',
  colors: {},
  creative: { kind: 'text', title: 'Bread', text: 'At seven.', domain: 'bread.example' },
  token: '',
  clickUrl: 'https://ads.example/serve/click/x',
  aboutUrl: 'https://ads.example/about-ad?creative=7&unit=1',
  invitationUrl: null
}
const page = (pictures?: { logo?: string; illustration?: string }) => {
  const creative = { ...filled.creative, ...(pictures && { pictures }) } as Filled['creative']
  return framePage({ ...filled, creative }, 'en', 'nonce').html
}

test('the frame has the pictures that the advertiser gave, from its own origin', () => {
  expect(page()).not.toContain('<img')
  const both = page({
    logo: 'https://ads.example/media/banners/1/a',
    illustration: 'https://ads.example/media/banners/2/b'
  })
  expect(both).toContain('<img class="illustration" src="/media/banners/2/b" width="600"')
  expect(both).toContain('<img class="logo" src="/media/banners/1/a" width="128"')
  expect(page({ logo: 'https://ads.example/media/banners/1/a' })).not.toContain('"illustration"')
})
