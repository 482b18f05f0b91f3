import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReservesCard } from './reserves-card.tsx'

test.each([
  ['99999', '100000', '99.9%'],
  ['100000', '10000', '1,000%'],
  ['525155800', '100000', 'More than 1,000%']
])('%s held for %s owed is %s', (holdings, liabilities, percent) => {
  const reserve = {
    asset: 'BTC' as const,
    holdings,
    liabilities,
    checked_at: '2026-03-02T10:00:00.000Z'
  }
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<ReservesCard reserves={[reserve]} />)
  expect(page.textContent).toContain(`Covered${percent}Checked`)
})
