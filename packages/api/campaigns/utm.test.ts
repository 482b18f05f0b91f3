import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLinkMacros, type LinkMacro, linkMacros, sampleValues } from './link-macros.ts'
import { updateCampaignInput } from './schema.ts'
import { addressOfClick, type Utm } from './utm.ts'

const values = {
  campaign: '12',
  campaign_name: 'Spring & summer',
  creative: '34',
  banner: '',
  unit: '56',
  site: 'blog.example',
  language: 'en',
  click: '00112233445566778899aabbccddeeff',
  timestamp: '1772323200'
}
const utm = { utm_source: 'Mille', utm_medium: 'cpm', utm_campaign: '{campaign_name}' }
const added = 'utm_source=Mille&utm_medium=cpm&utm_campaign=Spring%20%26%20summer'

test.each([
  ['https://shop.example', `https://shop.example/?${added}`],
  ['https://shop.example/a?', `https://shop.example/a?${added}`],
  ['https://shop.example/a?b=1#part', `https://shop.example/a?b=1&${added}#part`],
  ['https://shop.example/#/route?x=1', `https://shop.example/?${added}#/route?x=1`],
  [
    'https://shop.example/%7Ba%7D?b=a+b%20c&b=%zz&c',
    `https://shop.example/%7Ba%7D?b=a+b%20c&b=%zz&c&${added}`
  ],
  ['https://shop.example/{unit}?b={site}', `https://shop.example/56?b=blog.example&${added}`],
  ['https://shop.example:8443/{site}/x', `https://shop.example:8443/blog.example/x?${added}`],
  ['https://shop.example/?b=2&a=1&b=1&', `https://shop.example/?b=2&a=1&b=1&&${added}`],
  ['https://shop.example/?{banner}', `https://shop.example/?${added}`],
  ['https://shop.example/#at-{unit}', `https://shop.example/?${added}#at-56`],
  ['https://shop.example/a?b#c?d#{unit}', `https://shop.example/a?b&${added}#c?d#56`],
  ['https://shop.example/?b=1&amp;c=2', `https://shop.example/?b=1&amp;c=2&${added}`],
  ['https://shop.example/%7Bunit%7D/{unit}', `https://shop.example/%7Bunit%7D/56?${added}`],
  ['https://shop.example/(0.unit)/{unit}', `https://shop.example/(0.unit)/56?${added}`],
  [
    'https://bäckerei.example/brötchen?sorte=süß#früh',
    `https://xn--bckerei-5wa.example/br%C3%B6tchen?sorte=s%C3%BC%C3%9F&${added}#fr%C3%BCh`
  ]
])('%s gets the parameters, and nothing else in it changes', (link, address) => {
  expect(addressOfClick(link, utm, values)).toBe(address)
})

test('what the link has already is kept, empty or not', () => {
  const link = 'https://shop.example/?utm_source=own&utm_medium=&utm%5Fcampaign=x'
  expect(addressOfClick(link, utm, values)).toBe(link)
})

test('a parameter without a value is not added', () => {
  const link = 'https://shop.example/'
  expect(addressOfClick(link, {}, values)).toBe(link)
  expect(addressOfClick(link, { utm_source: null, utm_content: '{banner}' }, values)).toBe(link)
})

test('a value stays in its parameter', () => {
  const address = addressOfClick(
    'https://shop.example/',
    { utm_term: '{unit}&utm_source=x#y {campaign_name}' },
    { ...values, campaign_name: '{site}\ud800' }
  )
  expect([...new URL(address).searchParams]).toEqual([
    ['utm_term', '56&utm_source=x#y {site}\ufffd']
  ])
})

test.each([
  ['{country}', 'link_macro_unknown'],
  ['{unit}'.repeat(4), 'link_macro_misplaced'],
  ['', undefined],
  ['two\nlines', undefined],
  ['x'.repeat(101), undefined]
])('the value %j is refused', (utm_content, code) => {
  const { error } = updateCampaignInput.safeParse({ id: '1', utm_content })
  expect(error?.issues[0]).toMatchObject({
    path: ['utm_content'],
    ...(code && { params: { code } })
  })
})

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const pieces = fc.oneof(
  fc.constantFrom<string>(...linkMacros.map(name => `{${name}}`)),
  fc.constantFrom(
    '/',
    '//',
    '..',
    '.',
    '?',
    '#',
    '&',
    '=',
    '@',
    ':',
    '%',
    '%2F',
    '%7Bunit%7D',
    '(0.',
    ')'
  ),
  fc.constantFrom(
    'utm_source=own',
    'utm_%6Dedium',
    '&amp;',
    "'",
    '"',
    '|',
    '[',
    '+',
    'ü',
    '🥐',
    '\ud800'
  ),
  fc.string({ maxLength: 5 })
)
const links = fc
  .tuple(fc.constantFrom('', '/', '?', '#', '/?', '/#'), fc.array(pieces, { maxLength: 12 }))
  .map(([start, rest]) => `https://shop.example:8443${start}${start === '' ? '' : rest.join('')}`)
  .filter(link => updateCampaignInput.safeParse({ id: '1', creative_link: link }).success)
const texts = fc.oneof(
  fc.constantFrom(
    '',
    '//evil.example',
    '@evil.example/',
    '..',
    'a\r\nLocation: https://evil.example'
  ),
  fc.string({ unit: 'binary', maxLength: 20 })
)
const anyValues = fc.record(
  Object.fromEntries(linkMacros.map(name => [name, texts])) as Record<LinkMacro, typeof texts>
)
const anyUtm: fc.Arbitrary<Utm> = fc.record({
  utm_source: fc.constantFrom(null, '', 'own', "it's {site}"),
  utm_medium: fc.constantFrom(null, '{banner}', '{campaign_name}&x=1#y')
})

/** Computes the expected address with the URL parser: slowly, and regardless of the position of a macro. */
function naiveAddress(link: string, utm: Utm, known: typeof sampleValues): URL {
  const fill = (text: string, encode: (value: string) => string) =>
    linkMacros.reduce((all, name) => all.replaceAll(`{${name}}`, () => encode(known[name])), text)
  // The values contain no braces, so replacing one macro after another gives the same result as replacing all at once.
  const url = new URL(fill(link, encodeURIComponent))
  for (const [name, text] of Object.entries(utm)) {
    const value = fill(text ?? '', it => it)
    if (value === '' || new URL(link).searchParams.has(name)) continue
    url.search += `${url.search === '' ? '' : '&'}${name}=${encodeURIComponent(value)}`
  }
  return url
}

test('whatever the values are, the address parses, is on the same host, and fits into a header', () => {
  process.stdout.write(`seed ${seed}\n`)
  fc.assert(
    fc.property(links, anyUtm, anyValues, (link, added, known) => {
      expect(checkLinkMacros(link)).toBeNull()
      const address = addressOfClick(link, added, known)
      expect(new URL(address).origin).toBe(new URL(link).origin)
      expect(address.startsWith('https://shop.example:8443/')).toBe(true)
      expect(address).toMatch(/^[!-~]+$/)
    }),
    { seed, numRuns: 2000 }
  )
})

test('the address is the one that a parser makes of the link with its values', () => {
  process.stdout.write(`seed ${seed}\n`)
  fc.assert(
    fc.property(links, anyUtm, (link, added) => {
      expect(new URL(addressOfClick(link, added, sampleValues)).href).toBe(
        naiveAddress(link, added, sampleValues).href
      )
    }),
    { seed, numRuns: 2000 }
  )
})
