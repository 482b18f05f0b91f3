import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reader } from '../page/money/sample-reader.tsx'
import { StatisticsSection } from './statistics-section.tsx'

const nothing = {
  served: 0,
  rendered: 0,
  viewable: 0,
  billable: 0,
  clicked: 0,
  rejected: {},
  money: { BTC: '0', USD: '0' }
}

type Requests = ComponentProps<typeof StatisticsSection>['requests']

const shownOf = (
  counted: Partial<typeof nothing>,
  requests?: Requests,
  currency: ComponentProps<typeof Reader>['currency'] = null
) =>
  renderToStaticMarkup(
    <Reader currency={currency}>
      <StatisticsSection
        statistics={{
          days: [{ at: '2026-11-20T00:00:00.000Z', ...nothing, ...counted }],
          total: { ...nothing, ...counted }
        }}
        moneyLabel="Earned"
        always={['BTC']}
        reportHref="/reports"
        {...(requests && { requests })}
      />
    </Reader>
  ).replaceAll('\u00a0', ' ')

test('says so when nothing was counted', () => {
  expect(shownOf({})).toContain('No views in the last 30 days')
})

test.each([{ served: 1 }, { viewable: 1 }, { rejected: { bot: 1 } }])(
  'shows what was counted, also when it is only %j',
  counted => {
    const shown = shownOf(counted)
    expect(shown).not.toContain('No views in the last 30 days')
    expect(shown).toContain('Rejected, by reason')
  }
)

test('shows how many requests of an ad unit got an ad, and why the others got none', () => {
  const unfilled = { mismatched_site: 50, no_campaign: 1200 }
  const shown = shownOf({}, { requests: 5000, filled: 3750, unfilled })
  expect(shown).toContain('75.00%')
  expect(shown).toContain('5,000 ad requests')
  expect(shown.indexOf('No campaign matched')).toBeGreaterThan(0)
  expect(shown.indexOf('No campaign matched')).toBeLessThan(shown.indexOf('outside the ad unit'))
})

test('has no fill rate where no requests were counted, and for a campaign', () => {
  const uncounted = shownOf({ served: 1 }, { requests: null, filled: null, unfilled: {} })
  expect(uncounted).toContain('Not counted in this period')
  expect(uncounted).not.toContain('Empty requests')
  expect(shownOf({ served: 1 })).not.toContain('Fill rate')
})

test('shows money in the currency of the reader, in one chart', () => {
  const money = { BTC: '50000', USD: '3200000000' }
  const converted = shownOf({ served: 1, money }, undefined, 'usd')
  expect(converted).toContain('Earned, USD by day')
  expect(converted).toContain('≈ 64.00 USD')
  expect(converted).toContain('exactly 0.00050000 BTC + 32.00 USD')
  expect(converted).not.toContain('BTC by day')
  const charged = shownOf({ served: 1, money })
  expect(charged).toContain('Earned, BTC by day')
  expect(charged).toContain('Earned, USD by day')
})

test('has the billable and the viewable views of each day in the table of the chart', () => {
  const page = document.createElement('div')
  page.innerHTML = shownOf({ served: 9, viewable: 5, billable: 3 })
  const row = page.querySelector('tbody tr')
  expect([...(row?.children ?? [])].map(it => it.textContent)).toEqual(['20 Nov', '3', '5'])
})
