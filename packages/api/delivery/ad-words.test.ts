import { expect, test } from 'vitest'
import { languages } from '../reference-data/languages.ts'
import { adLanguage, adWords } from './ad-words.ts'

const english = adWords('en')
const maxLengths = { ad: 12, learnMore: 24, yourAdHere: 24, advertise: 24 }

test.each(languages)('%s has words that fit an ad, and no English', language => {
  const words = adWords(language)
  expect(adLanguage(language)).toBe(language)
  for (const [name, most] of Object.entries(maxLengths) as [keyof typeof words, number][]) {
    const text = words[name]
    expect(text, name).toMatch(/^\S.*\S$/)
    expect(text.length, name).toBeLessThanOrEqual(most)
    if (language !== 'en') expect(text, name).not.toBe(english[name])
    for (const letter of text.match(/\p{L}/gu) ?? [])
      expect(letter, name).toMatch(lettersOf(language))
  }
})

test.each(['', 'xx', 'toString', '__proto__'])('the language %j has the words of English', it => {
  expect(adWords(it)).toBe(english)
  expect(adLanguage(it)).toBe('en')
})

/** Returns a pattern that matches one letter of the script in which the language is written. */
function lettersOf(language: string): RegExp {
  const { script = '' } = new Intl.Locale(language).maximize()
  const scripts = { Hans: ['Hani'], Jpan: ['Hani', 'Hira', 'Kana'], Kore: ['Hang'] }[script]
  const letters = (scripts ?? [script]).map(it => `\\p{Script=${it}}`)
  return new RegExp(`[${letters.join('')}]`, 'u')
}
