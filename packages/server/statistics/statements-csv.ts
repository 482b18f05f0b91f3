import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import { formatAmount } from '@mille/money/amount.ts'
import { csvCell } from '../http/answers/csv-cell.ts'

export type Statement = CampaignStatement | AdUnitStatement

/** The columns of each file, in order. Amounts are in whole units of 1e-8, so that spreadsheet sums are exact. */
const columns = {
  campaign_statements: [
    'window_start',
    'window_end',
    'asset',
    'active_seconds',
    'billable',
    'due',
    'charged',
    'fee',
    'referral',
    'net',
    'promotion'
  ],
  ad_unit_statements: [
    'window_start',
    'window_end',
    'asset',
    'campaigns',
    'billable',
    'charged',
    'fee',
    'referral',
    'net'
  ]
} as const

/** Amount columns that are repeated at the end of a line as decimals of a bitcoin or dollar, for readers. */
const amounts = new Set<string>(['due', 'charged', 'fee', 'referral', 'net', 'promotion'])

/**
 * Writes statements as CSV (RFC 4180), with the space-separated IDs of their transfers before the decimals. A
 * campaign's name is the last cell of each line, so that the files of several campaigns can be merged.
 */
export function statementsCsv(
  kind: Statement['type'],
  rows: readonly Statement[],
  campaignName: string | null
): string {
  const names = columns[kind]
  const money = names.filter(name => amounts.has(name))
  const name = campaignName === null ? [] : [csvCell(campaignName)]
  const lines = rows.map(({ attributes }) => {
    const values: Record<string, unknown> = attributes
    const transfers = attributes.transfers.map(it => it.id).join(' ')
    const decimals = money.map(name => formatAmount(BigInt(String(values[name]))))
    return [...names.map(name => String(values[name])), transfers, ...decimals, ...name].join(',')
  })
  const header = [
    ...names,
    'transfers',
    ...money.map(name => `${name}_decimal`),
    ...(campaignName === null ? [] : ['campaign_name'])
  ]
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`
}
