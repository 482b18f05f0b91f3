import { expect, it } from 'vitest'
import { withoutServerParts } from './server-parts.mjs'

const written = [
  `{ method: 'GET', errors: [], summary: 'One' }`,
  `{\n  method: 'GET',\n  summary:\n    'One, "two" and \\'three\\'',\n  errors: [ 'a', 'b' ],\n  scopes: ['x'],\n}`,
  `{ summary: \`One\`, errors: ['a'].concat(more), method: 'GET' }`
]

it.each(written)('takes away what only the server reads, however it is written: %s', options => {
  const code = withoutServerParts(`export const read = endpoint(${options})\n`)
  expect(code).toContain("method: 'GET'")
  expect(code).not.toMatch(/summary|errors|scopes/)
  expect(() => new Function(code.replace('export ', ''))).not.toThrow()
})

it('leaves what is not an endpoint as it is', () => {
  const code = 'export const words = { summary: "One", errors: [] }\n'
  expect(withoutServerParts(code)).toBe(code)
})

it.each([
  'endpoint({ ...common, method: "GET" })',
  'endpoint(common)',
  'endpoint({ "summary": "One", method: "GET" })'
])('fails rather than leave something in: %s', call => {
  expect(() => withoutServerParts(`export const read = ${call}\n`)).toThrow(/endpoint/)
})
