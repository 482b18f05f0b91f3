import type { Decision } from '@mille/api/delivery/protocol.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { banner, inventoryOf, makeCampaign, makeCreative, makeUnit } from '../testing/inventory.ts'
import { createTokens } from '../visitors/token.ts'
import { type Answered, createDecider } from './decide.ts'
import type { Unit } from './inventory.ts'
import { createRandomness } from './randomness.ts'
import { writeDecision } from './write-decision.ts'

const site = {
  id: 1,
  domain: 'blog.example',
  isVerified: true,
  language: 'de',
  words: new Set<string>()
}
const randomBytes = (size: number) => Buffer.alloc(size, 7)

function decide(
  text: string,
  isBanner: boolean,
  given: {
    unit?: Partial<Unit>
    hasCampaign?: boolean
    /** Another creative of the campaign, before the one that is described. */
    before?: Parameters<typeof makeCreative>[0]
    action?: string
    averageCpm?: bigint
  } = {}
): Answered {
  const { unit: values, hasCampaign = true, action = null, averageCpm = null, before } = given
  const creative = {
    action,
    language: 'de',
    linkText: text,
    text,
    link: 'https://wallet.example/',
    logo: '/media/banners/3/c',
    banners: isBanner ? [banner('300x250')] : []
  }
  const unit = makeUnit({ site, colors: isBanner ? { text: '#112233' } : {}, ...values })
  const campaign = before
    ? makeCampaign({ creatives: [makeCreative(before), makeCreative({ id: 2, ...creative })] })
    : makeCampaign({ creative })
  const inventory = inventoryOf(hasCampaign ? [campaign] : [], [unit])
  const decider = createDecider({
    config: { publicUrl: 'https://ads.example:8443' },
    now: () => new Date('2026-03-02T10:00:00Z'),
    inventory: () => ({ ...inventory, averageCpm }),
    visitors: { hash: () => Buffer.alloc(8) },
    tokens: createTokens(Buffer.alloc(32, 1)),
    partitionOf: () => 0,
    random: createRandomness({ randomBytes }),
    frequency: { seenBy: () => null },
    lately: { of: () => [], remember: () => {} },
    visitorOf: () => ({ country: null, device: 'other', system: 'other' })
  })
  return decider({
    unit: '1',
    place: { width: 300, height: 250, screen: 800 },
    address: '192.0.2.1',
    userAgent: 'Firefox',
    mobile: null,
    platform: null
  })
}

test('writes a decision as JSON.stringify does, whatever the advertiser wrote', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, fc.boolean(), (text, isBanner) => {
      const answered = decide(text, isBanner)
      expect(answered.decision.filled).toBe(true)
      // The decision is written twice; the second time from the cached JSON.
      for (const copy of [answered, { ...answered }]) {
        expect(writeDecision(copy)).toBe(JSON.stringify(answered.decision))
        if (!isBanner) continue
        const carried = writeDecision(copy, { width: 600, height: 500, base64: 'QUJD' })
        expect(JSON.parse(carried)).toEqual({
          ...answered.decision,
          creative: { ...answered.decision.creative, width: 600, height: 500, picture: 'QUJD' }
        })
        expect(carried.match(/"width":/g)).toHaveLength(1)
      }
    })
  )
})

test.each([
  [{ language: 'ja' }, '2', 'Brot'],
  [{ share: 1e9 }, '1', 'Own your coins']
])('a decision names the creative that was drawn, beside %o', (before, id, title) => {
  const { decision, shown } = decide('Brot', false, { before })
  expect(decision).toMatchObject({ creative: { title }, detail: { creative: id } })
  expect(shown).toMatchObject({ decided: { creative: Number(id) }, creative: { linkText: title } })
  expect(decision.aboutUrl).toContain(`creative=${id}`)
})

test('the pictures of a text have absolute addresses', () => {
  expect(decide('Bread', false).decision.creative?.pictures).toEqual({
    logo: 'https://ads.example:8443/media/banners/3/c'
  })
  expect(decide('Bread', true).decision.creative).not.toHaveProperty('pictures')
})

test('the ad is labeled in the language of the site, and its action is in that of the creative', () => {
  const unit = { look: 'plain', font: 'page' } as const
  expect(decide('Brot', false, { unit }).decision).toMatchObject({
    look: 'plain',
    font: 'page',
    label: 'Anzeige',
    creative: { action: 'Mehr erfahren', lang: 'de' }
  })
  const own = decide('Brot', false, { action: 'Jetzt "backen"' })
  expect(own.decision.creative).toMatchObject({ action: 'Jetzt "backen"' })
  expect(writeDecision(own)).toBe(JSON.stringify(own.decision))
  expect(decide('Brot', true).decision.creative).toMatchObject({ kind: 'banner', lang: 'de' })
  const nowhere = decide('Brot', false, { unit: { kind: 'app', site: null } }).decision
  expect(nowhere).toMatchObject({ label: 'Ad', creative: { title: 'Your ad here', lang: 'en' } })
})

test('without a campaign there is a house ad of the publisher, the invitation, or nothing', () => {
  const without = (unit: Partial<Unit>) => decide('', false, { unit, hasCampaign: false })
  const book = { text: 'Unser "Buch"', link: 'https://www.blog.example/buch' }
  const houseAd = { ...book, weight: 10, banners: [], startsAt: null, endsAt: null }
  const own = without({ houseAds: [houseAd], fallback: 'collapse' })
  expect(own.decision).toMatchObject({
    filled: false,
    reason: 'no_campaign',
    label: 'Anzeige',
    creative: {
      kind: 'text',
      title: book.text,
      text: '',
      domain: 'blog.example',
      action: '',
      lang: 'de'
    },
    clickUrl: book.link
  })
  expect(own.decision).not.toHaveProperty('token')
  expect(own.decision).not.toHaveProperty('collapse')
  const ended = { ...houseAd, endsAt: new Date('2026-03-02T10:00:00Z') }
  expect(without({ houseAds: [ended] }).decision).toMatchObject({
    creative: {
      kind: 'text',
      title: 'Ihre Anzeige hier',
      text: '',
      domain: 'ads.example',
      action: 'Werbung schalten',
      lang: 'de'
    },
    clickUrl: 'https://ads.example:8443/campaigns/new/?source_id=1&source_type=ad_unit&partner=1'
  })
  for (const unit of [{ hasInvitation: false }, { fallback: 'collapse' }] as const) {
    const { decision } = without(unit)
    expect(decision).not.toHaveProperty('creative')
    expect(decision).not.toHaveProperty('clickUrl')
  }
  expect(writeDecision(own)).toBe(JSON.stringify(own.decision))
})

test('without a campaign and a house ad there can be the page of another network, which is not counted', () => {
  const frame = { fallback: 'frame', fallbackUrl: 'https://other.example/tag' } as const
  const shown = (unit: Partial<Unit>) =>
    decide('', false, { unit: { ...frame, ...unit }, hasCampaign: false })
  const answered = shown({})
  expect(answered.decision).toMatchObject({
    filled: false,
    reason: 'no_campaign',
    label: 'Anzeige',
    fallbackUrl: 'https://other.example/tag',
    detail: { reason: 'no_campaign', fallback: true },
    extras: true
  })
  for (const name of ['token', 'creative', 'clickUrl', 'collapse'])
    expect(answered.decision).not.toHaveProperty(name)
  expect(writeDecision(answered)).toBe(JSON.stringify(answered.decision))
  const book = { text: 'Unser Buch', link: 'https://blog.example/buch', weight: 10, banners: [] }
  const houseAds = [{ ...book, startsAt: null, endsAt: null }]
  for (const unit of [{ houseAds }, { fallback: 'collapse' }, { state: 'archived' }] as const)
    expect(shown(unit).decision).not.toHaveProperty('fallbackUrl')
  expect(decide('Brot', false, { unit: frame }).decision).not.toHaveProperty('fallbackUrl')
})

test('a house ad shows its banner of the unit’s size, without a token, and its text where none fits', () => {
  const words = { text: 'Unser "Buch"', link: 'https://www.blog.example/buch' }
  const banners = [banner('300x250'), banner('728x90')]
  const houseAds = [{ ...words, weight: 10, banners, startsAt: null, endsAt: null }]
  const shown = (unit: Partial<Unit>) =>
    decide('', false, { unit: { houseAds, fallback: 'collapse', ...unit }, hasCampaign: false })
  const own = shown({ size: '300x250' })
  expect(own.shown).toBeNull()
  expect(own.decision).toMatchObject({
    filled: false,
    reason: 'no_campaign',
    detail: { reason: 'no_campaign', size: '300x250' },
    label: 'Anzeige',
    creative: {
      kind: 'banner',
      title: words.text,
      source: 'https://ads.example:8443/media/banners/300250/hash',
      width: 300,
      height: 250,
      lang: 'de'
    },
    clickUrl: words.link
  })
  for (const name of ['token', 'aboutUrl', 'collapse', 'css', 'extras'])
    expect(own.decision).not.toHaveProperty(name)
  expect(writeDecision(own)).toBe(JSON.stringify(own.decision))
  const { clickUrl, ...rest } = shown({ size: 'Adaptive' }).decision
  expect(rest).toMatchObject({ size: 'Adaptive', detail: { size: '300x250' } })
  const text = { creative: { kind: 'text', title: words.text }, detail: { reason: 'no_campaign' } }
  for (const unit of [{ size: '160x600' }, { adType: 'text' }] as const)
    expect(shown({ size: '300x250', ...unit }).decision).toMatchObject(text)
  // A unit for banners only shows the text of its owner too, rather than nothing.
  expect(shown({ size: '160x600', adType: 'banners' }).decision).toMatchObject(text)
})

test('the invitation says what 1,000 views cost, as soon as that is known', () => {
  const invited = (averageCpm: bigint, language: string) => {
    const unit = { size: '300x250', site: { ...site, language } } as const
    return decide('', false, { unit, hasCampaign: false, averageCpm })
  }
  const texts = ['de', 'en', 'bn', 'xx'].map(it => invited(12_345n, it).decision.creative)
  expect(texts).toMatchObject([
    { title: 'Ihre Anzeige hier', text: 'CPM ≈ 0,00012 BTC', action: 'Werbung schalten' },
    { text: 'CPM ≈ 0.00012 BTC' },
    { text: 'CPM ≈ ০.০০০১২ BTC' },
    { text: 'CPM ≈ 0.00012 BTC' }
  ])
  expect(invited(1n, 'en').decision.creative).toMatchObject({ text: 'CPM ≈ 0.00000001 BTC' })
  // There is space for the price below the headline.
  expect(invited(12_345n, 'de').decision.css?.body_lines).toBe('1')
  const book = { text: 'Unser Buch', link: 'https://blog.example/buch', weight: 1 }
  const houseAds = [{ ...book, banners: [], startsAt: null, endsAt: null }]
  const own = decide('', false, { unit: { houseAds }, hasCampaign: false, averageCpm: 12_345n })
  expect(own.decision.creative).toMatchObject({ title: 'Unser Buch', text: '' })
})

test('an empty decision is plain JSON', () => {
  const empty: Decision = {
    filled: false,
    unit: '\u2028"',
    reason: 'unit_unknown',
    size: 'Adaptive',
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    label: 'Ad'
  }
  expect(writeDecision({ decision: empty, shown: null })).toBe(JSON.stringify(empty))
})
