import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import { formatAmount } from '@mille/money/amount.ts'

export type Statement = CampaignStatement | AdUnitStatement

/** Columns in their order; amounts are whole units of 1e-8, so that a sum in a spreadsheet is exact. */
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

/** These come once more at the end of a line, as decimals of the whole coin or dollar, for people. */
const amounts = new Set<string>(['due', 'charged', 'fee', 'referral', 'net', 'promotion'])

/**
 * Statements as RFC 4180 wants them, with the transfers' ids, separated by spaces, before the decimals. Nothing in it is
 * anybody's text, so nothing can be a formula.
 */
export function statementsCsv(kind: Statement['type'], rows: readonly Statement[]): string {
  const names = columns[kind]
  const money = names.filter(name => amounts.has(name))
  const lines = rows.map(({ attributes }) => {
    const values: Record<string, unknown> = attributes
    const transfers = attributes.transfers.map(it => it.id).join(' ')
    const decimals = money.map(name => formatAmount(BigInt(String(values[name]))))
    return [...names.map(name => String(values[name])), transfers, ...decimals].join(',')
  })
  const header = [...names, 'transfers', ...money.map(name => `${name}_decimal`)]
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`
}
