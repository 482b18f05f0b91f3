import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'

type Statement = CampaignStatement | AdUnitStatement

/** Columns in their order; amounts stay whole units of 1e-8, so that a sum in a spreadsheet is exact. */
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

/**
 * Statements as RFC 4180 wants them, with the transfers' ids, separated by spaces, in the last column. Nothing in it is
 * anybody's text, so nothing can be a formula.
 */
export function statementsCsv(kind: Statement['type'], rows: readonly Statement[]): string {
  const names = columns[kind]
  const lines = rows.map(({ attributes }) => {
    const values: Record<string, unknown> = attributes
    const transfers = attributes.transfers.map(it => it.id).join(' ')
    return [...names.map(name => String(values[name])), transfers].join(',')
  })
  return `${[[...names, 'transfers'].join(','), ...lines].join('\r\n')}\r\n`
}
