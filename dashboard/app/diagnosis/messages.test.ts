import { problem, reason } from '@mille/api/diagnosis/schema.ts'
import { expect, test } from 'vitest'
import { diagnosisMessages, problemTexts, reasonText } from './messages.ts'

test('has words for every reason on both sides, and for every problem', () => {
  for (const it of reason.options)
    for (const side of ['unit', 'campaign'] as const) expect(reasonText(it, side)).not.toMatch(/_/)
  for (const it of problem.options) expect(problemTexts[it]).toMatch(/\.$/)
})

test('a reason that came with a newer server is at least readable', () => {
  expect(reasonText('full_moon', 'unit')).toBe('full moon')
})

test('counts in words', () => {
  expect(diagnosisMessages.summary.unit(1, 1200)).toBe(
    '1 of 1,200 running campaigns can be shown here.'
  )
  expect(diagnosisMessages.summary.campaign(0, 0)).toBe('No ad unit is open at the moment.')
})
