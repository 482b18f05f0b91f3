import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { measureContrast } from './contrast.ts'
import { renderTokens } from './render-tokens.ts'
import { type ColorName, colors } from './tokens.ts'
import { renderTokensFile, tokensFile } from './tokens-file.ts'

const grounds = ['sunken', 'paper', 'surface', 'hover'] as const

/** What is written on what, and the least contrast that it needs. */
const pairs: Array<[text: ColorName, ground: ColorName, ratio: number]> = [
  // Amounts are AAA wherever they may stand.
  ...grounds.flatMap(ground =>
    (['ink', 'ink-soft', 'positive', 'negative'] as const).map(
      text => [text, ground, 7] as [ColorName, ColorName, number]
    )
  ),
  ...grounds.flatMap(ground =>
    (['ink-faint', 'accent-text', 'warning', 'info'] as const).map(
      text => [text, ground, 4.5] as [ColorName, ColorName, number]
    )
  ),
  ['positive', 'positive-soft', 4.5],
  ['negative', 'negative-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['info', 'info-soft', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['ink', 'positive-soft', 7],
  ['ink', 'negative-soft', 7],
  ['ink', 'warning-soft', 7],
  ['ink', 'info-soft', 7],
  ['accent-ink', 'accent', 4.5],
  ['accent-ink', 'accent-hover', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger-ink', 'danger-hover', 4.5],
  ['paper', 'ink', 4.5],
  // Borders of controls and bars of charts are seen, not read.
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
  ['chart-1', 'surface', 3],
  ['chart-2', 'surface', 3],
  ['chart-3', 'surface', 3],
  ['chart-4', 'surface', 3]
]

describe.each(['light', 'dark'] as const)('in %s', theme => {
  test.each(pairs)('%s on %s reaches %s to 1', (text, ground, ratio) => {
    expect(measureContrast(colors[text][theme], colors[ground][theme])).toBeGreaterThanOrEqual(
      ratio
    )
  })
})

test('measures black on white as 21 to 1', () => {
  expect(measureContrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1)
})

test('keeps tokens.css up to date with tokens.ts', () => {
  expect(readFileSync(tokensFile, 'utf8')).toBe(renderTokensFile())
})

test('gives a shadow root the same tokens on its host', () => {
  expect(renderTokens(':host')).toContain(':host([data-theme="dark"])')
  expect(renderTokens(':host')).not.toContain(':root')
})
