import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { chargedColumn, moneyColumns } from '../page/money/shown-money.ts'
import { ReportTiles } from './report-tiles.tsx'

const total = {
  ...{ served: 3000, rendered: 2800, viewable: 2200, billable: 2000, clicked: 4, rejected: 0 },
  ...{ requests: null, filled: null, money: { BTC: '400000', USD: '300000000' } }
}

test('a price of a thousand views is shown in one currency, and not at all for two together', () => {
  const shownIn = (...shown: ('BTC' | 'USD')[]) =>
    renderToStaticMarkup(
      <ReportTiles
        side="advertiser"
        total={total}
        before={null}
        columns={shown.map(chargedColumn)}
      />
    )
  expect(shownIn('USD')).toContain('1.50 USD / 1,000')
  expect(shownIn('BTC', 'USD')).not.toContain('/ 1,000')
})

test('both currencies in one are marked, and what was charged is behind them', () => {
  const columns = moneyColumns(['BTC', 'USD'], 'usd', 64_000n * 100_000_000n)
  const before = { ...total, money: { BTC: '0', USD: '100000000' } }
  const markup = renderToStaticMarkup(
    <ReportTiles {...{ side: 'advertiser', total, before, columns }} />
  )
  expect(markup).toContain('title="0.00400000 BTC + 3.00 USD"')
  expect(markup).toContain('>≈\u00a0259.00\u00a0USD<')
  expect(markup).toContain('> (exactly 0.00400000 BTC + 3.00 USD)<')
  expect(markup).toContain('+25800% from 1.00 USD')
  expect(markup.match(/Spent/g)).toHaveLength(1)
})

test('what is not counted by country is not shown as nothing', () => {
  const uncounted = { served: null, rendered: null, rejected: null, money: null }
  const text = renderToStaticMarkup(
    <ReportTiles
      side="publisher"
      total={{ ...total, ...uncounted }}
      before={null}
      columns={[chargedColumn('BTC')]}
    />
  ).replace(/<[^>]*>/g, ' ')
  expect(text).toContain('Not counted by country, device, operating system, or creative')
  expect(text).not.toMatch(/served|drawn|Earned/)
})
