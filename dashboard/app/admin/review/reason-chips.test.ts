import { expect, test } from 'vitest'
import { withReason } from './reason-chips.tsx'
import { reasonMessages } from './reason-messages.ts'

const reasons = reasonMessages.ad
const [first, second] = reasons
if (!first || !second) throw new Error('there are reasons')
const choose = (text: string, reason = first) => withReason(text, { reason, reasons, max: 500 })

test('a common reason fills the text and replaces another one', () => {
  expect(choose('')).toBe(first.text)
  expect(choose(second.text)).toBe(first.text)
})

test('a typed reason is never lost', () => {
  expect(choose('Too loud.')).toBe(`Too loud.\n${first.text}`)
  expect(choose(`Too loud.\n${first.text}`)).toBe(`Too loud.\n${first.text}`)
  const long = 'x'.repeat(490)
  expect(choose(long)).toBe(long)
})

test('each common reason has a key and fits into a rejection', () => {
  for (const list of [reasonMessages.ad, reasonMessages.site]) {
    expect(list.length).toBeLessThanOrEqual(9)
    for (const { text } of list) expect(text.length).toBeLessThanOrEqual(500)
  }
})
