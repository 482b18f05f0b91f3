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

test('the label of a filled frame leads to the page about its ad, which has the invitation', () => {
  const invitationUrl = 'https://ads.example/campaigns/new/?source_id=1'
  const { html } = framePage({ ...filled, invitationUrl }, 'en', 'nonce')
  expect(html).toContain(
    '<a class="label" href="https://ads.example/about-ad?creative=7&amp;unit=1" target="_blank" rel="noopener" title="About this ad" aria-label="About this ad"><span>Ad</span></a>'
  )
  expect(html).not.toContain('Your ad here')
})

test('an empty frame invites advertisers and has no label', () => {
  const invitationUrl = 'https://ads.example/campaigns/new/?source_id=1'
  const { size, position, stickySide, colors } = filled
  const look = { unit: '1', size, position, stickySide, colors }
  const empty = { ...look, filled: false, reason: 'no_campaign', invitationUrl } as const
  const { html } = framePage(empty, 'en', 'nonce')
  expect(html).toContain('>Your ad here</a>')
  expect(html).not.toContain('class="label"')
})
