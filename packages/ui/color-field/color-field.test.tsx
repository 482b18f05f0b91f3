import { expect, test } from 'vitest'
import { readColor } from './color-field.tsx'

test.each([
  ['#B45309', '#b45309'],
  [' b45309 ', '#b45309'],
  ['0af', '#00aaff'],
  ['amber', null],
  ['#12345', null],
  ['', null]
])('reads %j as %j', (text, color) => {
  expect(readColor(text)).toBe(color)
})
