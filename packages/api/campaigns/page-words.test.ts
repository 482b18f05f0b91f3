import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldWord, wordsOf } from './page-words.ts'

test.each([
  ['Bitcoin, BTC & “Lightning”', ['bitcoin', 'btc', 'lightning']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['ΟΔΟΣ οδός', ['οδοσ', 'οδόσ']],
  ['cafe\u0301 café', ['café', 'café']],
  ['ﬁnance ＢＴＣ', ['finance', 'btc']],
  ['हिन्दी', ['हिन्दी']],
  ['full-node 2.5', ['full', 'node', '2', '5']],
  ['ビットコインの価格', ['ビットコインの価格', 'ビット', 'コイン', 'の', '価格']],
  [`a${'b'.repeat(39)} a${'b'.repeat(40)}`, [`a${'b'.repeat(39)}`]],
  ['— … 🙂', []]
])('finds the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('folds a word to the same, however often and in whatever case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(foldWord(foldWord(text))).toBe(foldWord(text))
      expect(wordsOf(text.toUpperCase())).toEqual(wordsOf(text))
    })
  )
})
