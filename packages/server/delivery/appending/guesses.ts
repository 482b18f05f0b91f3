import type { NameKey } from '../visitors/visitor.ts'
import type { AppendedView } from './write-reports.ts'

/** The parts of a view that its verdict needs; kept small, because a hundred thousand may be pending. */
export type Guess = Pick<AppendedView, 'place' | 'neighborhood' | 'receivedAtMs'> & {
  called: readonly NameKey[]
  campaign: number
}
type Batches = Map<bigint, { appendedAt: number; guesses: Guess[] }>

const mostWaiting = 100_000

/** Views that this node assumes were charged, by their batch in the log, until their verdicts are known. */
export class Guesses {
  /** Pending batches by partition, in order of their positions. */
  readonly #partitions = new Map<number, Batches>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Adds a view; drops it if too many are pending. */
  add(view: AppendedView, appendedAt: number): void {
    if (this.#count >= mostWaiting) return
    const { event, partition, position, place, neighborhood, receivedAtMs } = view
    const { called, decided } = event
    const batches: Batches = this.#partitions.get(partition) ?? new Map()
    this.#partitions.set(partition, batches)
    const batch = batches.get(position) ?? { appendedAt, guesses: [] }
    batches.set(position, batch)
    batch.guesses.push({ called, campaign: decided.campaign, place, neighborhood, receivedAtMs })
    this.#count++
  }

  /** Returns the position of the first pending batch, or null if there is none. */
  firstOf(partition: number): bigint | null {
    const [first = null] = this.#partitions.get(partition)?.keys() ?? []
    return first
  }

  /** Removes and returns the pending views of a batch. */
  take(partition: number, position: bigint): Guess[] {
    const batches = this.#partitions.get(partition)
    const guesses = batches?.get(position)?.guesses ?? []
    batches?.delete(position)
    this.#count -= guesses.length
    return guesses
  }

  /** Drops views that were counted but have no stored verdict, since none will arrive for them. */
  dropUntil(partition: number, counted: bigint): void {
    for (const position of this.#partitions.get(partition)?.keys() ?? []) {
      if (position > counted) return
      this.take(partition, position)
    }
  }

  /** Reports whether any pending view was appended before a moment. */
  hasSince(moment: number): boolean {
    for (const batches of this.#partitions.values()) {
      const [oldest] = batches.values()
      if (oldest && oldest.appendedAt < moment) return true
    }
    return false
  }
}
