import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { measureContrast } from './contrast.ts'
import { contrastPairs } from './contrast-pairs.ts'
import { renderTokens } from './render-tokens.ts'
import { colors } from './tokens.ts'
import { renderTokensFile, tokensFile } from './tokens-file.ts'

describe.each(['light', 'dark'] as const)('in %s', theme => {
  test.each(contrastPairs)('%s on %s reaches %s to 1', (text, ground, ratio) => {
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
