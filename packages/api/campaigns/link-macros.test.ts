import { expect, test } from 'vitest'
import { checkLinkMacros, fillMacros, linkMacros, maxLinkMacros } from './link-macros.ts'
import { createCampaignInput, updateCampaignInput } from './schema.ts'

const values = {
  campaign: '12',
  campaign_name: 'Spring & summer/2026?#{unit}',
  creative: '34',
  banner: '',
  unit: '56',
  site: 'blog.example',
  language: 'en',
  click: '00112233445566778899aabbccddeeff',
  timestamp: '1772323200'
}

test('every macro is replaced by its value, wherever it is after the host', () => {
  const { unit, ...rest } = values
  const names = linkMacros.filter(name => name !== 'unit')
  const link = `https://shop.example/{unit}/?${names.map(name => `${name}={${name}}`).join('&')}#{site}`
  expect(checkLinkMacros(link)).toBeNull()
  const filled = new URL(fillMacros(link, values))
  expect(filled.pathname).toBe(`/${unit}/`)
  expect(Object.fromEntries(filled.searchParams)).toEqual(rest)
  expect(filled.hash).toBe('#blog.example')
})

test('a value adds nothing but itself: neither a parameter nor another macro', () => {
  const filled = fillMacros('https://shop.example/?name={campaign_name}&x={unit}', values)
  expect(filled).toBe(
    'https://shop.example/?name=Spring%20%26%20summer%2F2026%3F%23%7Bunit%7D&x=56'
  )
  const quoted = { ...values, campaign_name: "Anna's\r\nSet-Cookie: a=b" }
  expect(fillMacros('{campaign_name}', quoted)).toBe('Anna%27s%0D%0ASet-Cookie%3A%20a%3Db')
  const torn = { ...values, campaign_name: '\ud800' }
  expect(fillMacros('{campaign_name}', torn)).toBe('%EF%BF%BD')
})

test('a link that was saved before there were macros stays as it is', () => {
  const link = 'https://shop.example/?filter={"color":"red"}&x={{y}}&z={country}'
  expect(fillMacros(link, values)).toBe(link)
})

test.each([
  'https://shop.example/?a={country}',
  'https://shop.example/?a={Campaign}',
  'https://shop.example/?a={ campaign }',
  'https://shop.example/?a={campaign',
  'https://shop.example/?a=campaign}',
  'https://shop.example/?a={{campaign}}',
  'https://shop.example/?a={toString}',
  'https://shop.example/?a={device}',
  'https://shop.example/{}'
])('the macro of %s is unknown, and the known ones are listed', link => {
  expect(checkLinkMacros(link)).toEqual({
    code: 'link_macro_unknown',
    message: expect.stringContaining(
      '{campaign}, {campaign_name}, {creative}, {banner}, {unit}, {site}, {language}, {click}, {timestamp};'
    )
  })
})

test.each([
  'https://{site}/',
  'https://{site}',
  'https://www.{site}.example/',
  'https:\\\\{site}\\a',
  'https:{site}/',
  'https://shop.example:{unit}/',
  'https://{site}@shop.example/',
  'https://shop.example/{campaign_name}?a=b',
  `https://shop.example/?a=${'{unit}'.repeat(maxLinkMacros + 1)}`
])('the macros of %s are misplaced', link => {
  expect(checkLinkMacros(link)?.code).toBe('link_macro_misplaced')
})

test.each(['{site}://shop.example/', 'ht{unit}tps://shop.example/', 'https://{site}/'])(
  '%s is not a link that a campaign may have',
  creative_link => {
    const checked = updateCampaignInput.safeParse({ id: '1', creative_link })
    expect(checked.error?.issues[0]?.path).toEqual(['creative_link'])
  }
)

test('the contract refuses an unknown macro with a code of its own, and keeps a known one', () => {
  const link = (creative_link: string) =>
    createCampaignInput.shape.creative_link.safeParse(creative_link)
  expect(link('https://shop.example/?a={visitor}').error?.issues).toMatchObject([
    { code: 'custom', params: { code: 'link_macro_unknown' } }
  ])
  expect(link(' https://shop.example/?a={unit} ').data).toBe('https://shop.example/?a={unit}')
})
