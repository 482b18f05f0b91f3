import { bytesToHex } from '@noble/hashes/utils.js'
import { bytesOfBase64 } from './base64.ts'
import { ByteTable } from './byte-table.ts'
import type { Lines } from './lines.ts'
import type { Check } from './wrong.ts'

const leafBytes = 36
const places = { decision: 0, unit: 16, minute: 24, tag: 28 } as const
const fewViews = 5
const minutesOfDay = 1440

/** The charged billable views by ad unit, and the first and last minute of the window. */
export type Expected = { charged: ReadonlyMap<number, number>; first: number; last: number }

/** Views seen so far in a whole file: a decision may occur once, and a visitor once in 24 hours. */
export class Views {
  readonly #decisions = new ByteTable(4)
  readonly #tags = new ByteTable(2);

  /** Yields the leaves of the next lines and checks each one. Counts them by ad unit in `listed`. */
  *leaves(
    lines: Lines,
    { charged, first, last }: Expected,
    listed: Map<number, number>,
    check: Check
  ): Generator<Uint8Array, void, void> {
    let before: Uint8Array | null = null
    for (let line = lines.take('views'); line !== null; line = lines.take('views')) {
      const bytes = bytesOfBase64(line.leaves)
      const view = new DataView(bytes.buffer)
      for (let at = 0; at < bytes.length; at += leafBytes) {
        const leaf = bytes.subarray(at, at + leafBytes)
        const unit = view.getUint32(at + places.unit)
        const minute = view.getUint32(at + places.minute)
        // The exact minute is hidden for a unit with few views, so the whole window is used.
        const isCoarse = (charged.get(unit) ?? 0) < fewViews
        const [low, high] = isCoarse ? [first, last] : [minute, minute]
        const [earliest, latest] = this.#tags.get(view, at + places.tag) ?? [0, 0]
        const name = () => `the view ${bytesToHex(leaf.subarray(0, places.unit))}`
        if (this.#decisions.get(view, at)) check(false, 'view_twice', `${name()} is charged twice.`)
        if (!(isBefore(before, leaf) && first <= minute && minute <= last))
          check(false, 'view_misplaced', `${name()} is not in its place, or not in the window.`)
        if (Math.max(high - earliest, latest - low) < minutesOfDay)
          check(
            false,
            'visitor_twice',
            `the visitor ${bytesToHex(leaf.subarray(places.tag))} is charged twice within 24 hours.`
          )
        this.#decisions.set(view, at, 0, 0)
        this.#tags.set(view, at + places.tag, low, high)
        listed.set(unit, (listed.get(unit) ?? 0) + 1)
        before = leaf
        yield leaf
      }
    }
  }
}

/** Returns whether the leaf follows the previous one, ordered by unit, minute and decision. */
function isBefore(before: Uint8Array | null, leaf: Uint8Array): boolean {
  if (!before) return true
  for (const [from, to] of [
    [places.unit, places.unit + 4],
    [places.minute, places.minute + 4],
    [places.decision, places.decision + 16]
  ] as const) {
    for (let at = from; at < to; at++) {
      const difference = (leaf[at] ?? 0) - (before[at] ?? 0)
      if (difference !== 0) return difference > 0
    }
  }
  return false
}
