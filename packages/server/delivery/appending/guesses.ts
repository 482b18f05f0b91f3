import type { NameKey } from '../visitors/visitor.ts'
import type { AppendedView } from './write-reports.ts'

/** No more of a view than is needed: a hundred thousand may wait. */
export type Guess = Pick<AppendedView, 'place' | 'neighborhood' | 'receivedAtMs'> & {
  called: readonly NameKey[]
  campaign: number
}
type Batches = Map<bigint, { appendedAt: number; guesses: Guess[] }>

const mostWaiting = 100_000

/** Views that this node has taken for paid, by the batch of the log that they are in, until their verdicts are known. */
export class Guesses {
  /** By partition; batches in the order of their positions. */
  readonly #partitions = new Map<number, Batches>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** There is no room for more than so many. */
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

  /** The first position that waits; null when none does. */
  firstOf(partition: number): bigint | null {
    const [first = null] = this.#partitions.get(partition)?.keys() ?? []
    return first
  }

  /** Those of a batch, which wait no longer. */
  take(partition: number, position: bigint): Guess[] {
    const batches = this.#partitions.get(partition)
    const guesses = batches?.get(position)?.guesses ?? []
    batches?.delete(position)
    this.#count -= guesses.length
    return guesses
  }

  /** Drops what is counted but has no stored verdict: no verdict will ever arrive for it. */
  dropUntil(partition: number, counted: bigint): void {
    for (const position of this.#partitions.get(partition)?.keys() ?? []) {
      if (position > counted) return
      this.take(partition, position)
    }
  }

  /** Whether something waits that was appended before. */
  hasSince(moment: number): boolean {
    for (const batches of this.#partitions.values()) {
      const [oldest] = batches.values()
      if (oldest && oldest.appendedAt < moment) return true
    }
    return false
  }
}
