import type { Diagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DiagnosisCard } from './diagnosis-card.tsx'

function write(attributes: Partial<Diagnosis['attributes']>, side: 'unit' | 'campaign' = 'unit') {
  const all = { problems: [], total: 3, eligible: 1, reasons: {}, ...attributes }
  const diagnosis: Diagnosis = { type: 'diagnoses', id: '1', attributes: all }
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<DiagnosisCard diagnosis={diagnosis} side={side} />)
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
