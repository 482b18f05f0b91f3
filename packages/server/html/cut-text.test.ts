import { creativeLengths } from '@mille/api/constants.ts'
import { plainText } from '@mille/api/schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['Short enough', 20, 'Short enough'],
  [' Two\n lines ', 20, 'Two lines'],
  ['Exactly ten', 11, 'Exactly ten'],
  ['Bread from the next village', 20, 'Bread from the next…'],
  ['Bread, from the village', 12, 'Bread, from…'],
  ['Bread — from the village', 10, 'Bread…'],
  ['Donaudampfschifffahrt', 10, 'Donaudamp…'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 15, '👨‍👩‍👧‍👦…'],
  ['東京の朝のパンはとても美味しいです', 10, '東京の朝のパンは…'],
  ['', 10, '']
])('cuts %j to %i', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})

test('what is left of any text fits its field, and the contract accepts it', () => {
  const field = plainText(creativeLengths.link_text)
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(text, given => {
      const cut = cutText(given, creativeLengths.link_text)
      return cut === '' || field.safeParse(cut).success
    })
  )
})
