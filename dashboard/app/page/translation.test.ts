import { afterEach, expect, expectTypeOf, test } from 'vitest'
import { addTexts, plural, readLanguageFrom, type Translation, words } from './translation.ts'

const messages = words('page/planted', 'messages', {
  title: 'Campaigns',
  count: (count: number) => `${count} campaigns`,
  columns: { state: 'Status' },
  steps: ['First', 'Second']
})

const states = words<Record<'on', { label: string; tone: 'good' | 'bad' }>>(
  'page/planted',
  'states',
  { on: { label: 'On', tone: 'good' } }
)

const german = {
  messages: {
    title: 'Kampagnen',
    count: count => plural('de', count, { one: `${count} Kampagne`, other: `${count} Kampagnen` }),
    columns: { state: 'Status' },
    steps: ['Erstens', 'Zweitens']
  },
  states: { on: { label: 'An' } }
} satisfies Translation<{ messages: typeof messages; states: typeof states; other: () => string }>

function speak(language: string) {
  readLanguageFrom(() => language)
}

afterEach(() => speak('en'))

test('is English without a translation', () => {
  speak('de')
  expect(messages.title).toBe('Campaigns')
  expect(messages.count(2)).toBe('2 campaigns')
})

test('is in the language of the moment, in groups that were taken out before too', () => {
  const { columns } = messages
  addTexts('de', { 'page/planted': german })
  addTexts('fr', { 'page/planted': { messages: { columns: { state: 'État' } } } })
  speak('de')
  expect(messages.title).toBe('Kampagnen')
  expect(messages.count(1)).toBe('1 Kampagne')
  expect(messages.steps).toEqual(['Erstens', 'Zweitens'])
  expect({ ...states.on }).toEqual({ label: 'An', tone: 'good' })
  speak('fr')
  expect(columns.state).toBe('État')
  expect(messages.title).toBe('Campaigns')
  speak('en')
  expect(columns.state).toBe('Status')
  expect(Object.keys(messages)).toEqual(['title', 'count', 'columns', 'steps'])
})

test('a translation has every text, no other, and the same parameters', () => {
  type Of = Translation<{ messages: typeof messages }>['messages']
  expectTypeOf<Omit<typeof german.messages, 'title'>>().not.toExtend<Of>()
  expectTypeOf<Of['count']>().toEqualTypeOf<(count: number) => string>()
})

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [11, 'many'],
  [100, 'other']
])('has the Arabic form for %i', (count, form) => {
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
  expect(plural('ar', count, forms)).toBe(form)
  expect(plural('ar', count, { other: 'only' })).toBe('only')
})
