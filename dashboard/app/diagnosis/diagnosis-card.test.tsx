import type { Diagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DiagnosisCard } from './diagnosis-card.tsx'

function write(
  attributes: Partial<Diagnosis['attributes']>,
  side: 'unit' | 'campaign' = 'unit',
  isActive?: boolean
) {
  const all = { problems: [], total: 3, eligible: 1, reasons: {}, ...attributes }
  const diagnosis: Diagnosis = { type: 'diagnoses', id: '1', attributes: all }
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <DiagnosisCard
      diagnosis={diagnosis}
      side={side}
      {...(isActive !== undefined && { isActive })}
    />
  )
  return page.textContent ?? ''
}

test('says how many and why not the others, the most frequent reason first', () => {
  const text = write({ reasons: { rating: 1, language: 7 } })
  expect(text).toContain('1 of 3 running campaigns can be shown here.')
  expect(text.indexOf('In a different language')).toBeLessThan(
    text.indexOf('You block ads with this rating')
  )
  expect(text).toContain('Everything is set up.')
})

test('names the problem instead of saying that all is well', () => {
  const text = write({ problems: ['site_unverified'] })
  expect(text).toContain('until its site is verified')
  expect(text).not.toContain('Everything is set up')
})

test('speaks to the advertiser of units', () => {
  const text = write({ eligible: 0, reasons: { excluded_unit: 3 } }, 'campaign')
  expect(text).toContain('0 of 3 open ad units can show it.')
  expect(text).toContain('You excluded this ad unit')
  expect(text).toContain('With its current settings, it is not shown anywhere.')
})

test('a campaign that was paused is not called ready while its earlier diagnosis is shown', () => {
  expect(write({}, 'campaign', true)).toContain('Everything is set up.')
  const paused = write({}, 'campaign', false)
  expect(paused).not.toContain('Everything is set up.')
  expect(paused.match(/The campaign is not running\./g)).toHaveLength(1)
  const read = write({ problems: ['not_active'] }, 'campaign', false)
  expect(read.match(/The campaign is not running\./g)).toHaveLength(1)
})
