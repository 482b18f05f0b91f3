import type { Database, Tx } from '../../db/connect.ts'
import { type Batch, type EventLog, maxBodyBytes } from '../event-log/event-log.ts'
import { recordBytes } from '../event-log/record.ts'
import type { Verdicts } from '../judge/verdicts.ts'
import { readVerdicts } from './stored-verdicts.ts'

export type CountedBatch = { batch: Batch; verdicts: Verdicts }

/** Thrown when the log and the verdicts stored for it do not match. */
export class BrokenLog extends Error {
  override name = 'BrokenLog'
}

const rowsAtOnce = 50
const pageBatches = 1000
const pageBytes = 4 * 1024 * 1024

/**
 * Yields the counted batches of a partition after a position, in order, with the verdicts on their records. Bodies are
 * as in the log. Throws `BrokenLog` when a counted batch is missing or has other records.
 */
export async function* readCounted(
  { db, log }: { db: Database | Tx; log: Pick<EventLog, 'read'> },
  partition: number,
  after: bigint
): AsyncGenerator<CountedBatch> {
  let [position, row] = [after, after]
  let waiting: Batch[] = []
  const nextPage = createPager(log, partition)
  for (;;) {
    const rows = await readVerdicts(db, partition, row, rowsAtOnce)
    for (const { batches, position: last } of rows) {
      for (const counted of batches) {
        if (counted.position <= after) continue
        if (waiting.length === 0) waiting = (await nextPage(position)).reverse()
        const batch = waiting.pop()
        checkSame(partition, batch, counted)
        position = counted.position
        if (batch) yield { batch, verdicts: counted.verdicts }
      }
      row = last
    }
    if (rows.length < rowsAtOnce) return
  }
}

/**
 * Reads pages of batches one after the other. While a full page is processed, the next one is fetched, so that a
 * process that takes over a day of the log waits for the store or for the processor, but not for each in turn.
 */
function createPager(log: Pick<EventLog, 'read'>, partition: number) {
  const fetch = (after: bigint) =>
    log.read(partition, after, { batches: pageBatches, bytes: pageBytes })
  let ahead: { after: bigint; page: Promise<Batch[]> } | null = null
  return async (after: bigint): Promise<Batch[]> => {
    const early = ahead?.after === after ? await ahead.page : []
    // The page that was fetched ahead is empty, but the log may have grown since.
    const page = early.length > 0 ? early : await fetch(after)
    const last = page.at(-1)
    const bytes = page.reduce((sum, it) => sum + it.body.length, 0)
    ahead = null
    if (last && (page.length === pageBatches || bytes > pageBytes - maxBodyBytes)) {
      ahead = { after: last.position, page: fetch(last.position) }
      // A failed fetch ahead does not matter if no further page is read.
      ahead.page.catch(() => {})
    }
    return page
  }
}

function checkSame(
  partition: number,
  batch: Batch | undefined,
  { position, verdicts }: { position: bigint; verdicts: Verdicts }
): void {
  const place = `partition ${partition}, position ${position}`
  if (batch?.position !== position)
    throw new BrokenLog(`${place} was counted, and the log has ${batch?.position ?? 'nothing'}`)
  if (batch.body.length !== verdicts.length * recordBytes)
    throw new BrokenLog(
      `${place} was counted with ${verdicts.length} records, and the log has ${batch.body.length / recordBytes}`
    )
}
