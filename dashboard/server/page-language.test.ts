import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addTexts, words } from '../app/page/translation.ts'
import { inPageLanguage } from './page-language.ts'

test('two requests at the same time have their own language each', async () => {
  addTexts('de', { 'page/two': { greeting: { hello: 'Hallo' } } })
  addTexts('fr', { 'page/two': { greeting: { hello: 'Bonjour' } } })
  const greeting = words('page/two', 'greeting', { hello: 'Hello' })
  async function read() {
    const read = [greeting.hello]
    for (const ms of [1, 3, 2]) {
      await wait(ms)
      read.push(greeting.hello)
    }
    return read
  }
  const [german, french, english] = await Promise.all([
    inPageLanguage('de', read),
    inPageLanguage('fr', read),
    read()
  ])
  expect(german).toEqual(Array(4).fill('Hallo'))
  expect(french).toEqual(Array(4).fill('Bonjour'))
  expect(english).toEqual(Array(4).fill('Hello'))
})
