import { RecordView } from './read-records.ts'
import { recordBytes, recordKinds } from './record.ts'

/**
 * Returns a body with its clicks moved behind all other records, otherwise in order. The report of a view and the click
 * on it are sent at the same time, and may reach the node in reverse order within one body; the click would then have
 * no view in the log.
 */
export function viewsFirst(body: Buffer): Buffer {
  const record = new RecordView(body)
  if (!hasClick(record)) return body
  const clicks: Buffer[] = []
  const others: Buffer[] = []
  for (let index = 0; index < record.count; index++) {
    record.moveTo(index)
    const bytes = body.subarray(index * recordBytes, (index + 1) * recordBytes)
    if (record.kind === recordKinds.clicked) clicks.push(bytes)
    else others.push(bytes)
  }
  return Buffer.concat([...others, ...clicks])
}

function hasClick(record: RecordView): boolean {
  for (let index = 0; index < record.count; index++) {
    record.moveTo(index)
    if (record.kind === recordKinds.clicked) return true
  }
  return false
}
