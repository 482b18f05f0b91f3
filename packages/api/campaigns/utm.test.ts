import { expect, test } from 'vitest'
import { updateCampaignInput } from './schema.ts'
import { addressOfClick } from './utm.ts'

const values = {
  campaign: '12',
  campaign_name: 'Spring & summer',
  creative: '34',
  banner: '',
  unit: '56',
  site: 'blog.example',
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
  ['https://shop.example/{unit}?b={site}', `https://shop.example/56?b=blog.example&${added}`]
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
