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
  look: 'card',
  font: 'own',
  label: 'Anzeige',
  creative: {
    kind: 'text',
    title: 'Bread',
    text: 'At seven.',
    domain: 'bread.example',
    action: 'Learn more',
    lang: 'en'
  },
  token: '',
  clickUrl: 'https://ads.example/serve/click/x',
  aboutUrl: 'https://ads.example/about-ad?creative=7&unit=1'
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
  expect(both).toContain('<img class="illustration" src="/media/banners/2/b" alt="">')
  expect(both).toContain('<img class="logo" src="/media/banners/1/a" alt="">')
  expect(page({ logo: 'https://ads.example/media/banners/1/a' })).not.toContain(
    'class="illustration"'
  )
})

test('the label of a filled frame says “Ad” in the language of the site, and leads to the page about its ad', () => {
  expect(page()).toContain(
    '<a class="label" href="https://ads.example/about-ad?creative=7&amp;unit=1" target="_blank" rel="noopener" aria-label="Anzeige: Bread">Anzeige</a>'
  )
})

test('a frame without a campaign says what is there instead, and has no label', () => {
  const { creative: _, token, aboutUrl, detail, ...place } = filled
  const empty = { ...place, filled: false, reason: 'no_campaign' } as const
  const creative = {
    kind: 'text',
    title: 'Ihre Anzeige hier',
    text: '',
    domain: 'ads.example',
    action: 'Werbung schalten',
    lang: 'de'
  } as const
  const clickUrl = 'https://ads.example/campaigns/new/?source_id=1'
  const { html } = framePage({ ...empty, creative, clickUrl }, 'en', 'nonce')
  expect(html).toContain(`<a class="creative" href="${clickUrl}"`)
  expect(html).toContain('<span class="title">Ihre Anzeige hier</span>')
  expect(html).not.toContain('<a class="label"')
})

test('a color that is none does not get into the style sheet of the frame', () => {
  const colors = { title: '#ff0000', text: '</style><script>' }
  const { html } = framePage({ ...filled, colors }, 'en', 'nonce')
  expect(html).toContain('--title:#ff0000')
  expect(html).not.toContain('<script>')
})
