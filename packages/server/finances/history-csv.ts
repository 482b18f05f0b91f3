import { formatAmount } from '@mille/money/amount.ts'
import type { Database } from '../db/connect.ts'
import { csvCell } from '../http/answers/csv-cell.ts'
import {
  type HistoryFilter,
  type OperationPlace,
  readOperationsAfter
} from './operation-queries.ts'
import type { Operation } from './operations.ts'

const columns = [
  'date',
  'type',
  'source',
  'name',
  'currency',
  'amount',
  'state',
  'reference',
  'amount_decimal',
  'period_start'
]
/** Number of lines that are read at once when the client is ready for them. */
const batch = 2_000

/**
 * Streams the whole history as CSV (RFC 4180), whatever its length. `amount` is in whole units of 1e-8, so that a
 * spreadsheet's sum is exact; `amount_decimal` is the same in whole coins or dollars, for people. No database
 * connection is held between two batches. An error aborts the download, so that an incomplete file never looks
 * complete.
 */
export function streamHistory(
  db: Database,
  userId: number,
  filter: HistoryFilter
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let after: OperationPlace | null = null
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${columns.join(',')}\r\n`))
    },
    async pull(controller) {
      const { operations, last } = await readOperationsAfter(db, userId, filter, after, batch)
      if (operations.length > 0) controller.enqueue(encoder.encode(operations.map(lineOf).join('')))
      if (operations.length < batch) controller.close()
      after = last
    }
  })
}

function lineOf(it: Operation): string {
  const cells = [
    it.date.toISOString(),
    it.type,
    `${it.sourceType} ${it.sourceId}`,
    csvCell(it.name),
    it.asset,
    it.amount.toString(),
    it.state,
    csvCell(it.reference),
    formatAmount(it.amount),
    it.periodStart?.toISOString() ?? ''
  ]
  return `${cells.join(',')}\r\n`
}
