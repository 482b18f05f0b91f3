import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import { viewOfSearch } from '@mille/stores/reports/report-view.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReportChart } from './report-chart.tsx'

const nowMs = Date.parse('2026-03-05T14:20:00Z')
const row = (key: string, billable: number) => ({ key, name: key, billable }) as ReportRow
const hoursOf = (day: string, billable: number) =>
  Array.from({ length: 24 }, (_, hour) => row(`${day}T${String(hour).padStart(2, '0')}`, billable))

function cellsOf(search: string, rows: ReportRow[], before: ReportRow[] | null, timeZone = 'UTC') {
  const view = viewOfSearch(new URLSearchParams(search), nowMs, { timeZone })
  const markup = renderToStaticMarkup(
    <ReportChart {...{ view, rows, before, nowMs, columns: [], total: row('', 0) }} />
  )
  const body = document.createElement('div')
  body.innerHTML = markup
  return [...body.querySelectorAll('tbody tr')].map(tr =>
    [...tr.children].map(cell => cell.textContent)
  )
}

test('hours of today that have not begun have no value, and those of the day before do', () => {
  const cells = cellsOf('range=today&compare=1', hoursOf('2026-03-05', 7), hoursOf('2026-03-04', 5))
  expect(cells[14]).toEqual(['5 Mar, 14:00', '7', '4 Mar, 14:00', '5'])
  expect(cells[15]).toEqual(['5 Mar, 15:00', '–', '4 Mar, 15:00', '5'])
})

test('the hour that is running is that of the time zone', () => {
  const cells = cellsOf('range=today', hoursOf('2026-03-05', 7), null, 'America/New_York')
  expect([cells[9], cells[10]]).toEqual([
    ['5 Mar, 09:00', '7'],
    ['5 Mar, 10:00', '–']
  ])
})

test('a period of more months than the one that it is compared with has nothing beside it at its end', () => {
  const rows = ['2025-11', '2025-12', '2026-01'].map(it => row(it, 9))
  const search = 'range=custom&from=2025-11-01&to=2026-01-31&interval=month&compare=1'
  const cells = cellsOf(search, rows, [row('2025-08', 4), row('2025-09', 4)])
  expect(cells.at(-1)).toEqual(['Jan 2026', '9', '–', '–'])
})
