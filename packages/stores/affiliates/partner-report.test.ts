import { expect, test } from 'vitest'
import { isQuiet, partnerViewOf, searchOfPartnerView } from './partner-report.ts'

const now = Date.parse('2026-03-02T12:00:00Z')
const viewOf = (search: string) => partnerViewOf(new URLSearchParams(search), now)

test('the report begins with the clicks of the last 30 days in UTC', () => {
  expect(viewOf('')).toEqual({
    range: '30_days',
    from: '2026-02-01',
    to: '2026-03-02',
    metric: 'clicks'
  })
  expect(String(searchOfPartnerView(viewOf('')))).toBe('')
})

test('a view is the same after a way through its address', () => {
  for (const search of [
    'range=last_month&metric=USD',
    'range=custom&from=2026-01-05&to=2026-02-01',
    'metric=sign_ups'
  ])
    expect(String(searchOfPartnerView(viewOf(search)))).toBe(search)
})

test('what an address cannot mean is left out', () => {
  const wrong = 'range=custom&from=2026-02-01&to=2026-01-01&metric=views'
  expect(viewOf(wrong)).toEqual(viewOf(''))
})

test('a report is quiet if nothing happened, also before clicks were counted', () => {
  const nothing = {
    ...{ clicks: null, sign_ups: 0, paying_accounts: 0 },
    earnings: { BTC: '0', USD: '0' }
  }
  expect(isQuiet(nothing)).toBe(true)
  expect(isQuiet({ ...nothing, clicks: 1 })).toBe(false)
  expect(isQuiet({ ...nothing, earnings: { BTC: '0', USD: '1' } })).toBe(false)
})
