import { formatAmount } from '@mille/money/amount.ts'
import { csvCell } from '../http/answers/csv-cell.ts'
import { hasServed, isOfPlaces } from './report-places.ts'
import { type FigureRow, hasMoney, hasRequests, type ReportQuery } from './report-query.ts'

const counts = ['served', 'rendered', 'viewable', 'billable', 'clicked', 'rejected'] as const
const countsOfPlaces = ['viewable', 'billable', 'clicked'] as const
const requests = ['requests', 'filled'] as const

/**
 * Writes a report as CSV. Amounts are in whole units of 1e-8, so that spreadsheet sums are exact, and repeated as
 * decimals for readers.
 */
export function reportCsv(query: ReportQuery, rows: readonly FigureRow[]): string {
  const { groupBy, side } = query
  const hasId = ['campaign', 'site', 'ad_unit', 'banner', 'creative'].includes(groupBy)
  const isNamed = hasId || groupBy === 'country' || groupBy === 'advertiser'
  const money = side === 'publisher' ? 'earned' : 'spent'
  const amounts = hasMoney(query) ? (['btc', 'usd'] as const) : []
  const figures = [
    ...(hasRequests(query) ? requests : []),
    ...(isOfPlaces(query) && hasServed(query) ? (['served'] as const) : []),
    ...(isOfPlaces(query) ? countsOfPlaces : counts)
  ]
  const header = [
    hasId ? `${groupBy}_id` : groupBy,
    ...(isNamed ? ['name'] : []),
    ...figures,
    ...amounts.map(asset => `${money}_${asset}`),
    ...amounts.map(asset => `${money}_${asset}_decimal`)
  ]
  const lines = rows.map(row => [
    csvCell(row.key),
    ...(isNamed ? [csvCell(row.name)] : []),
    ...figures.map(name => String(row[name])),
    ...amounts.map(asset => String(row[asset])),
    ...amounts.map(asset => formatAmount(row[asset]))
  ])
  return `${[header, ...lines].map(line => line.join(',')).join('\r\n')}\r\n`
}
