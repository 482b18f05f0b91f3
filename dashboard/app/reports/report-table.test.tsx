import { createApi } from '@mille/api/client.ts'
import type { Report } from '@mille/api/reports/endpoints.ts'
import { viewOfSearch } from '@mille/stores/reports/report-view.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ApiProvider } from '../page/app-context.tsx'
import { moneyColumns } from '../page/money/shown-money.ts'
import { ReportTable } from './report-table.tsx'

const counts = {
  ...{ served: 9, rendered: 9, viewable: 9, billable: 9, clicked: 0, rejected: 0 },
  ...{ requests: null, filled: null }
}
const row = (key: string, BTC: string, USD: string) => ({
  ...{ key, name: key, ...counts, money: { BTC, USD } }
})

test('one currency is one column, with its sum below, that cannot be sorted where it has two', () => {
  const attributes = {
    ...{ rows: [row('1', '300', '0'), row('2', '0', '640000')], total: row('', '300', '640000') },
    ...{ places_since: null, for_sale: [] }
  }
  const report = { data: { attributes }, meta: { pagination: { records: 2 } } } as unknown as Report
  const view = viewOfSearch(new URLSearchParams('side=advertiser&by=site'), Date.now())
  const shown = moneyColumns(['BTC', 'USD'], 'satoshi', 64_000n * 100_000_000n)
  const none = () => undefined
  const api = createApi({ transport: async () => new Response() })
  const props = { view, report, shown, exclusions: null, onChange: none, onToggle: none }
  const table = (
    <ApiProvider value={api}>
      <ReportTable {...props} />
    </ApiProvider>
  )
  const router = createMemoryRouter([{ path: '/', element: table }])
  const body = document.createElement('div')
  body.innerHTML = renderToStaticMarkup(<RouterProvider router={router} />)
  const cellsOf = (index: number) => [...body.querySelectorAll('tr')].at(index)?.children ?? []
  const header = [...cellsOf(0)].find(it => it.textContent?.startsWith('Spent'))
  expect(header?.textContent).toBe('Spent, sats')
  expect(header?.querySelector('button')).toBe(null)
  const at = [...cellsOf(0)].indexOf(header as Element)
  const texts = [1, 2, 3].map(it => [...cellsOf(it)][at]?.textContent)
  expect(texts).toEqual([
    '300\u00a0sats',
    '≈\u00a010\u00a0sats (exactly 0.0064 USD)',
    '≈\u00a0310\u00a0sats (exactly 0.00000300 BTC + 0.0064 USD)'
  ])
})
