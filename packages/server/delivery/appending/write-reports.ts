import type { EventLog, NewBatch } from '../event-log/event-log.ts'
import { type NameKeyOf, turnNames } from '../event-log/name-mask.ts'
import { viewsFirst } from '../event-log/views-first.ts'
import { type From, RecordWriter } from '../event-log/write-records.ts'
import type { CountedEvent } from '../what-counts.ts'
import type { NodeSums } from './node-sums.ts'

/**
 * An event, the partition of its visitor, and when and from where it came. `neighborhood` is the number of the
 * visitor's address block in this process; null inside the operator's network. Records above its limit are rejected.
 */
export type Report = {
  event: CountedEvent
  partition: number
  neighborhood: number | null
  from: From
  receivedAtMs: number
  isExcess?: boolean
}
export type ViewEvent = Extract<CountedEvent, { kind: 'viewable' }>
/** A view in the log, with the position of its batch and its place in the batch. */
export type AppendedView = Omit<Report, 'event' | 'from'> & {
  event: ViewEvent
  position: bigint
  place: number
}

export type WrittenReports = {
  /** One body for each partition with records. */
  bodies: NewBatch[]
  /** Reports that do not fit into a record. That is a bug, and must not affect other reports. */
  refused: Map<Report, Error>
  viewsAt: (positions: readonly bigint[]) => AppendedView[]
}

/** The position of a view that is not appended yet. */
const nowhere = -1n
const nobody = { unit: 0, campaign: 0, banner: 0 }

/**
 * Writes the bodies of reports that are appended together. Reports that the node rejects itself are added to its sums.
 */
export function writeReports(
  reports: readonly Report[],
  parts: { events: Pick<EventLog, 'partitions'>; nameKeyOf: NameKeyOf; sums: NodeSums }
): WrittenReports {
  const writers = new Map<number, { writer: RecordWriter; clicks: number }>()
  const views: AppendedView[] = []

  function writerOf(partition: number) {
    let found = writers.get(partition)
    if (!found) {
      found = { writer: new RecordWriter(), clicks: 0 }
      writers.set(partition, found)
    }
    return found
  }

  function write({ event, partition, neighborhood, from, receivedAtMs }: Report): void {
    if (event.kind === 'rejected') {
      parts.sums.addRejected(event.decided ?? nobody, event.reason)
      return
    }
    const own = writerOf(partition)
    const origin = { receivedAtMs, ...from }
    if (event.kind === 'viewable') {
      // Clicks are placed after all other records of the body.
      const place = own.writer.count - own.clicks
      own.writer.viewable(event, origin)
      views.push({ event, partition, neighborhood, receivedAtMs, position: nowhere, place })
    } else own.writer.report(event.kind, event.decided, origin)
    if (event.kind === 'clicked') own.clicks++
  }

  const refused = new Map<Report, Error>()
  for (const report of reports) {
    try {
      write(report)
    } catch (error) {
      refused.set(report, error as Error)
    }
  }
  const bodies = [...writers].flatMap(([partition, { writer }]) => {
    if (writer.count === 0) return []
    const body = viewsFirst(writer.take())
    turnNames(body, parts.nameKeyOf)
    return [{ partition, body }]
  })
  return {
    bodies,
    refused,
    viewsAt(positions) {
      const places = new Map(bodies.map(({ partition }, index) => [partition, positions[index]]))
      for (const view of views) view.position = places.get(view.partition) ?? nowhere
      return views.filter(it => it.position !== nowhere)
    }
  }
}
