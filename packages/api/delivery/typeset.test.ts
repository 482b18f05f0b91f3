import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bannerSizes, dimensions } from '../reference-data/banner-sizes.ts'
import { typeset, wordsBox } from './typeset.ts'

const words = {
  title: 'Cold storage that you can read',
  text: 'An open-source signer with a screen large enough for a whole transaction.',
  domain: 'paperkey.example',
  action: 'Learn more'
}
const long = {
  ...words,
  title: 'A decentralized treasury management platform for modern DAOs',
  text: 'Self-hosted payment processor with invoices, point of sale and plugins. No fees, no third party, your keys. Read how 9,000 shops run it on hardware they own now.'
}
const numberOf = (value = '0') => Number.parseFloat(value)

test.each(bannerSizes)('in %s longer words are set no larger, and never below 12 px', size => {
  const [short, full] = [words, long].map(it => typeset(it, dimensions(size)))
  // A headline may be larger if the ad's text is omitted.
  const isAlone = short?.body_size !== undefined && full?.body_size === undefined
  if (!isAlone) expect(numberOf(full?.title_size)).toBeLessThanOrEqual(numberOf(short?.title_size))
  for (const set of [short, full]) expect(numberOf(set?.title_size)).toBeGreaterThanOrEqual(12)
})

test('whatever the words and the box, the lines of both fit their box', () => {
  const text = fc.string({ maxLength: 160, unit: 'grapheme' })
  fc.assert(
    fc.property(
      fc.record({
        title: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
        text,
        domain: fc.constantFrom('a.example', ''),
        action: fc.constantFrom('', 'Start a free trial')
      }),
      fc.integer({ min: 120, max: 2_000 }),
      fc.integer({ min: 25, max: 1_000 }),
      (it, width, height) => {
        const set = typeset(it, { width, height })
        const title = numberOf(set.title_size) * numberOf(set.title_lines) * 1.2
        const body = numberOf(set.body_size) * (numberOf(set.body_lines) * 1.4 + 0.3)
        expect(title + body).toBeLessThanOrEqual(Math.max(height, 18))
        expect(Object.values(set).every(value => typeof value === 'string')).toBe(true)
      }
    )
  )
})

test('a large box with few words has the initial of the domain, and one with enough words has not', () => {
  const few = { ...words, title: 'Pay in bitcoin', text: 'Fast.' }
  expect(typeset(few, dimensions('300x250'))).toMatchObject({ mark: 'grid', initial: '"P"' })
  expect(typeset(words, dimensions('300x250')).mark).toBeUndefined()
  expect(typeset(words, dimensions('300x600')).mark).toBe('grid')
  expect(typeset({ ...words, domain: '"}' }, dimensions('300x600')).initial).toBe('""')
})

test('the smallest banner has two lines for a headline that is too long for one', () => {
  expect(typeset(long, dimensions('120x60')).title_lines).toBe('2')
})

test('a word that is longer than any line is hyphenated, and no other is', () => {
  const title = 'Zahlungsabwicklungsgesellschaft'
  expect(typeset({ ...words, title }, dimensions('120x600')).hyphens).toBe('auto')
  expect(typeset(long, dimensions('120x600')).hyphens).toBeUndefined()
})

test('an ad across the screen leaves room for its button, and an unknown width is that of a phone', () => {
  const place = { size: 'Adaptive', position: 'sticky', stickySide: 'footer' } as const
  const room = { width: 120, height: 90 }
  expect(wordsBox(place, { width: 0 }, room)).toEqual({ width: 276, height: 90 })
  expect(wordsBox({ ...place, position: 'fixed' }, { width: 0 }, room).width).toBe(320)
  expect(
    wordsBox({ ...place, position: 'fixed' }, { width: 600 }, { ...room, width: 600 }).width
  ).toBe(600)
})

test('a line shows the whole domain where the words are set no smaller for it, and a part of it elsewhere', () => {
  const roomOf = (grid: string) => Number(/fit-content\((\d+)px\)/.exec(grid)?.[1])
  const domain = 'treasury-management.example'
  const few = { ...words, title: 'Pay in bitcoin', text: 'Fast.', domain }
  for (const size of ['468x60', '728x90'] as const) {
    const set = typeset(few, dimensions(size))
    expect(roomOf(set.grid)).toBeGreaterThanOrEqual(domain.length * 6)
    expect(set.title_size).toBe(
      typeset({ ...few, domain: 'a.example' }, dimensions(size)).title_size
    )
  }
  for (const title of [long.title, 'm'.repeat(60)])
    expect(roomOf(typeset({ ...long, title, domain }, dimensions('468x60')).grid)).toBe(102)
})
