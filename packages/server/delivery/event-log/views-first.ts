import { RecordView } from './read-records.ts'
import { recordBytes, recordKinds } from './record.ts'

/**
 * A body before it is appended, with its clicks after all else and otherwise in its order. The report of a view and the
 * click on it travel side by side, and may reach the node the other way round within the few milliseconds of a body; in the
 * log the click would then have no view.
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
