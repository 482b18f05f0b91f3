import type { Operation } from './operations.ts'

const columns = ['date', 'type', 'source', 'name', 'currency', 'amount', 'state', 'reference']

/** As RFC 4180 wants it; amounts stay whole units of 1e-8, so that a sum in a spreadsheet is exact. */
export function historyCsv(operations: readonly Operation[]): string {
  const lines = operations.map(it =>
    [
      it.date.toISOString(),
      it.type,
      `${it.sourceType} ${it.sourceId}`,
      quoted(it.name),
      it.asset,
      it.amount.toString(),
      it.state,
      quoted(it.reference)
    ].join(',')
  )
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** A name is somebody's text: one that a spreadsheet would take for a formula gets an apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
