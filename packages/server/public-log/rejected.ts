import type { Database, Tx } from '../db/connect.ts'
import { readRejectedCounts, reasonsByCode } from '../delivery/index.ts'
import type { SettledCharge } from './settled-charges.ts'

/** Number of rejected reports in a settlement period, by reason. */
export type Rejected = Partial<Record<(typeof reasonsByCode)[number], number>>

/** Counts the rejected reports in the settlement periods of these charges, in their order. */
export async function countRejected(
  db: Database | Tx,
  charges: readonly Pick<SettledCharge, 'campaign' | 'start' | 'end'>[]
): Promise<Rejected[]> {
  const rows = await readRejectedCounts(db, charges)
  const found = Map.groupBy(rows, row => row.position)
  return charges.map((_, index) => {
    const rejected: Rejected = {}
    for (const { reason, count } of found.get(index + 1) ?? []) {
      const known = reasonsByCode.find(it => it === reason)
      if (known) rejected[known] = Number(count)
    }
    return rejected
  })
}

/**
 * Packs the counts for storage: the reason's position in the log's list, from 1, and the count in groups of seven bits,
 * lowest first.
 */
export function packRejected(rejected: Rejected): Buffer {
  const bytes: number[] = []
  for (const [index, reason] of reasonsByCode.entries()) {
    let rest = rejected[reason] ?? 0
    if (rest === 0) continue
    bytes.push(index + 1)
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

export function unpackRejected(bytes: Buffer): Rejected {
  const rejected: Rejected = {}
  for (let at = 0; at < bytes.length; ) {
    const reason = reasonsByCode[(bytes[at++] ?? 0) - 1]
    let [count, unit] = [0, 1]
    for (; (bytes[at] ?? 0) >= 128; at++, unit *= 128) count += ((bytes[at] ?? 0) - 128) * unit
    count += (bytes[at++] ?? 0) * unit
    if (reason) rejected[reason] = count
  }
  return rejected
}
