import { maxBodyBytes } from '../event-log/event-log.ts'
import { reasonsByCode, recordBytes } from '../event-log/record.ts'
import { RecordWriter } from '../event-log/write-records.ts'
import { type Counted, type RejectedReason, Tallies } from '../what-counts.ts'

const longestNumber = 0xffff_ffffn
const longestBody = Math.floor(maxBodyBytes / recordBytes) * recordBytes

/** Sums of the requests a node refused and the reports it rejected, until they are in the log. */
export type NodeSums = {
  /** Counts an ad request for a unit on a page where it may not be shown. */
  addRefused: (unit: number, reason: RejectedReason) => void
  /** Counts a rejected report, which is answered when the sum is in the log. */
  addRejected: (where: Counted, reason: RejectedReason) => void
  readonly isEmpty: boolean
  /** Returns bodies to append in order: those that may not be in the log yet, then what was added since. */
  take: (atMs: number) => Buffer[]
  /**
   * Ends the append of the last bodies taken. If it is unknown whether they are in the log, they are taken again,
   * except for rejected reports, which their senders repeat.
   */
  end: (isDurable: boolean) => void
}

/**
 * Creates the sums of a node. They are numbered in order, so that one appended twice adds nothing. Rejected reports of
 * a failed append are left out, because their senders send them again.
 */
export function createNodeSums(node: number): NodeSums {
  let refused = new Tallies()
  let rejected = new Tallies()
  let unsure: Buffer[] = []
  let sequence = 0

  function write(tallies: Tallies, atMs: number): Buffer[] {
    const writer = new RecordWriter()
    for (const { count, kind, ...where } of tallies.sorted()) {
      const outcome = reasonIn(kind)
      for (let left = count; left > 0n; left -= longestNumber) {
        const part = Number(left < longestNumber ? left : longestNumber)
        writer.sum({ ...where, node, sequence: ++sequence, outcome, count: part }, atMs)
      }
    }
    const body = writer.take()
    const bodies: Buffer[] = []
    for (let at = 0; at < body.length; at += longestBody)
      bodies.push(body.subarray(at, at + longestBody))
    return bodies
  }

  return {
    addRefused: (unit, reason) => refused.reject({ unit, campaign: 0, banner: 0 }, reason),
    addRejected: (where, reason) => rejected.reject(where, reason),
    get isEmpty() {
      return refused.isEmpty && rejected.isEmpty && unsure.length === 0
    },

    take(atMs) {
      unsure.push(...write(refused, atMs))
      refused = new Tallies()
      const asked = write(rejected, atMs)
      rejected = new Tallies()
      return [...unsure, ...asked]
    },

    end(isDurable) {
      if (isDurable) unsure = []
    }
  }
}

function reasonIn(kind: string): RejectedReason {
  const reason = reasonsByCode.find(it => `rejected_${it}` === kind)
  if (!reason) throw new Error(`A node adds up rejections, and not ${kind}`)
  return reason
}
