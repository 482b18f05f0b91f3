import { translatedLanguages } from '@mille/api/reference-data/languages.ts'
import { expect, test } from 'vitest'
import { formatMoment, formatMoney } from './formats.ts'
import { type Texts, textsIn } from './texts.ts'

/** One sample of every parameter of the texts. No sample contains another one. */
const sample = {
  network: '[network]',
  name: '[name]',
  reason: '[reason]',
  money: '[money]',
  seen: '[seen]',
  required: '[required]',
  reference: '[reference]',
  target: '[target]',
  page: '[page]',
  browser: '[browser]',
  system: '[system]',
  header: '[header]',
  content: '[content]',
  day: '[day]',
  code: '[code]',
  link: '[link]',
  token: '[token]',
  address: '[address]',
  usableFrom: '[usable from]',
  withdrawals: '[withdrawals]',
  settings: '[settings]',
  lines: '[lines]',
  replies: '[replies]',
  days: '[days]',
  billable: '[billable]',
  clicked: '[clicked]',
  rows: '[rows]',
  count: 41,
  earlier: 29
}
const samples = [sample, { ...sample, link: null, usableFrom: null, earlier: 0 }]
const values = Object.values(sample).map(String)

/** Returns every text with its path, after calling the functions among them. */
function writeAll(
  texts: unknown,
  given: typeof sample | (typeof samples)[1],
  path = ''
): string[][] {
  if (typeof texts === 'string') return [[path, texts]]
  if (typeof texts === 'function') return writeAll(texts(given), given, path)
  return Object.entries(texts as object).flatMap(([key, value]) =>
    writeAll(value, given, `${path}/${key}`)
  )
}

const valuesIn = (text: string) => values.filter(it => text.includes(it)).join(' ')
const wordsOf = (text: string) => values.reduce((rest, it) => rest.replaceAll(it, ''), text)
const englishWords = /\b(the|your|you|this|that|with|been|will|were|from|and)\b/i

function problemsOf(english: unknown, translated: unknown): string[] {
  return samples.flatMap(given => {
    const own = new Map(writeAll(translated, given).map(([path = '', text = '']) => [path, text]))
    const problems = writeAll(english, given).flatMap(([path = '', text = '']) => {
      const found = own.get(path)
      own.delete(path)
      if (found === undefined || found.trim() === '') return `${path} is missing`
      if (valuesIn(found) !== valuesIn(text)) return `${path} has other values`
      const words = wordsOf(found)
      const isSame = /[a-z]{3}/i.test(wordsOf(text)) && words === wordsOf(text)
      return isSame || englishWords.test(words) ? `${path} is in English` : []
    })
    return [...problems, ...[...own.keys()].map(path => `${path} is unknown`)]
  })
}

const others = translatedLanguages.filter(it => it !== 'en')

test.each(others)(
  'every text exists in %s, with the same values and no English in it',
  language => {
    expect(problemsOf(textsIn('en'), textsIn(language))).toEqual([])
  }
)

test('a text that is missing, unknown, in English, or without a value is found', () => {
  const english = textsIn('en')
  const german = textsIn('de')
  const broken = (changed: Partial<Texts>) => problemsOf(english, { ...german, ...changed })
  const { picture: _, ...mails } = german.mails
  expect(broken({ mails: mails as Texts['mails'] })).toContain('/mails/picture is missing')
  expect(broken({ bot: { ...german.bot, more: 'Mehr' } as Texts['bot'] })).toContain(
    '/bot/more is unknown'
  )
  expect(broken({ browsers: english.browsers })).toContain('/browsers/unknown is in English')
  const frame = { ...german.frame, unsubscribe: () => 'Diese E-Mails abbestellen' }
  expect(broken({ frame })).toContain('/frame/unsubscribe has other values')
})

test('amounts are exact and written as the language does, moments say that they are in UTC', () => {
  const at = new Date('2026-03-09T14:05:00Z')
  const written = translatedLanguages.map(language => [
    formatMoney(language, 923_456_789_012_345_678n, 'BTC'),
    formatMoment(language, at)
  ])
  expect(written[0]).toEqual(['9,234,567,890.12345678 BTC', 'March 9, 2026 at 2:05 PM UTC'])
  expect(written[1]).toEqual(['9.234.567.890,12345678 BTC', '9. März 2026 um 14:05 UTC'])
  for (const [money, moment] of written) {
    expect(money?.replaceAll(/\D/g, '')).toBe('923456789012345678')
    expect(moment).toContain('UTC')
  }
})

test('Arabic counts with all of its forms', () => {
  const { supportReply } = textsIn('ar').mails
  const subjects = [1, 2, 3, 11, 100].map(
    count => supportReply({ count, earlier: 0, replies: '', page: '' }).subject
  )
  expect(new Set(subjects).size).toBe(5)
})
