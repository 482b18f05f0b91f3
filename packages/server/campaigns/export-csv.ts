import { csvColumns } from '@mille/api/campaigns/csv-columns.ts'
import type { Context } from '../context.ts'
import { csvCell } from '../http/answers/csv-cell.ts'
import { listOwnCampaignsAfter } from './campaign-queries.ts'
import { type Cells, cellsOfCampaigns } from './csv-cells.ts'

/** Number of campaigns read per batch when the client is ready for more. */
const batch = 200

/** Streams all campaigns of an account as CSV, one line each, in order of creation. */
export function streamCampaigns(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let after = 0
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${csvColumns.join(',')}\r\n`))
    },
    async pull(controller) {
      const rows = await listOwnCampaignsAfter(db, userId, after, batch)
      const cells = await cellsOfCampaigns(db, rows, now())
      if (rows.length > 0)
        controller.enqueue(encoder.encode([...cells.values()].map(lineOf).join('')))
      if (rows.length < batch) controller.close()
      after = rows.at(-1)?.id ?? after
    }
  })
}

function lineOf(cells: Cells): string {
  return `${csvColumns.map(it => csvCell(cells[it])).join(',')}\r\n`
}
