import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildWords, withHash } from './widget-words.mjs'

const maxBytes = 2_000

test('a file of words has at most 2,000 bytes', async () => {
  const { files } = await buildWords()
  expect(files.map(it => it.name)).toEqual(
    expect.arrayContaining(['mille-chat-words-de', 'mille-login-words-nb'])
  )
  const tooBig = files.filter(({ code }) => brotliCompressSync(code).length > maxBytes)
  expect(tooBig.map(it => it.name)).toEqual([])
})

test('a file of words is a module that says its language and direction', async () => {
  const { files } = await buildWords()
  const code = files.find(it => it.name === 'mille-feedback-words-he')?.code ?? ''
  expect(await import(`data:text/javascript,${encodeURIComponent(code)}`)).toMatchObject({
    lang: 'he',
    dir: 'rtl',
    label: 'משוב'
  })
})

test('widgets ask for words under the hash', () => {
  const asked = ['import(`./', '{name}-words-', '{language}.js`)'].join('$')
  expect(withHash(asked, 'a1B2_c3-')).toBe(asked.replace('.js', '-a1B2_c3-.js'))
})
