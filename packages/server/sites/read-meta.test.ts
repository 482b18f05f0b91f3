import { expect, test } from 'vitest'
import { readMeta } from './read-meta.ts'

const name = 'mille-site-verification'
const tag = `<meta name="${name}" content="abc">`

test.each([
  ['a plain page', `<!doctype html><html><head><title>x</title>${tag}</head><body></body></html>`],
  ['a page without head and body', `<title>x</title>${tag}<p>text`],
  [
    'attributes in another order and quoting',
    `<META content='abc' NAME=Mille-Site-Verification />`
  ],
  ['entities', `<meta name="mille&#45;site-verification" content="&#97;bc">`],
  [
    'broken markup around it',
    `<head><link rel=x <title>x</title><script>if (a < b) {}</script>${tag}`
  ]
])('is found in %s', (_name, html) => {
  expect(readMeta(html, name)).toEqual(['abc'])
})

test.each([
  ['a comment', `<head><!-- ${tag} --></head>`],
  ['a script', `<head><script>const a = '${tag}'</script></head>`],
  ['the title', `<head><title>${tag}</title></head>`],
  ['the body, where visitors write', `<head></head><body>${tag}</body>`],
  ['what follows the head', `<head></head>${tag}`],
  ['another attribute', `<head><meta data-name="${name}" content="abc"></head>`]
])('is not found in %s', (_name, html) => {
  expect(readMeta(html, name)).toEqual([])
})

test('all of several are given', () => {
  expect(
    readMeta(
      `<meta name="${name}" content="one"><meta name="${name}" content="two"><meta name="${name}">`,
      name
    )
  ).toEqual(['one', 'two', ''])
})
