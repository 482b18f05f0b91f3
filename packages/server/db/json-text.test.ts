import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

test.each([
  ['a\u0000b', 'a\ufffdb'],
  ['a\ud800b', 'a\ufffdb'],
  ['\udc00', '\ufffd'],
  ['😀', '😀'],
  ['\\u0000', '\\u0000'],
  ['\\\u0000', '\\\ufffd']
])('%j comes back as %j', (given, kept) => {
  expect(JSON.parse(jsonText({ text: given }))).toEqual({ text: kept })
})
