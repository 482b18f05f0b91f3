import { dayOf } from '../days.ts'
import type { Batch } from '../event-log/event-log.ts'
import type { UnitHour } from '../judge/crowds.ts'
import type { DayPlace, DayPlaces } from '../judge/day-places.ts'
import type { Judge } from '../judge/judge.ts'
import type { CounterSum } from '../judge/sums.ts'
import type { Lease } from './leases.ts'
import type { Start } from './starts.ts'
import type { BatchVerdicts } from './stored-verdicts.ts'

/** Counts of a partition that are in memory and not yet in the database. */
export type Uncommitted = {
  partition: number
  epoch: bigint
  before: bigint
  position: bigint
  at: Date
  /** The rules in force; null if they are unchanged. */
  rules: Buffer | null
  /** Starts of the days whose first batches are included. */
  starts: readonly Start[]
  batches: readonly (BatchVerdicts & { at: Date })[]
  /** The last batch of each page in which the batches were read. */
  ends: readonly PageEnd[]
  sums: readonly CounterSum[]
  /** Places of the batches after `placesBefore` up to `placesUntil`; null if they are not written this time. */
  places: readonly DayPlace[] | null
  placesBefore: bigint
  placesUntil: bigint
  unitHours: readonly UnitHour[]
}

/** End of a page. A log that has lost its end has another batch at this position, or none. */
type PageEnd = { position: bigint; at: Date }

/** A partition that this process owns, and what was counted since the last commit. */
export class OwnedPartition {
  readonly partition: number
  readonly epoch: bigint
  readonly #judge: Judge
  #committed: bigint
  #at: Date
  #position: bigint
  #rules: Buffer
  /** Day of the last start that is in the database or about to be written. */
  #day = ''
  #starts: Start[] = []
  #batches: (BatchVerdicts & { at: Date })[] = []
  #ends: PageEnd[] = []
  #sums: CounterSum[] = []
  readonly #counted: DayPlaces
  #places: DayPlace[] = []
  #placesUntil: bigint
  #unitHours = new Map<string, UnitHour>()
  #size = 0
  #latest: Uncommitted | null = null

  /**
   * The judge must be warm and have the rules of the lease. `places` are those of batches that were counted without
   * them.
   */
  constructor(lease: Lease, { judge, places }: { judge: Judge; places: DayPlaces }) {
    this.partition = lease.partition
    this.epoch = lease.epoch
    this.#judge = judge
    this.#counted = places
    this.#placesUntil = lease.placesUntil
    this.#committed = lease.position
    this.#position = lease.position
    this.#at = lease.at
    this.#rules = lease.rules
  }

  /** Position in the log up to which the counts of this partition are known to be committed. */
  get committed(): bigint {
    return this.#committed
  }
  /** Position in the log up to which this partition is counted in memory. */
  get position(): bigint {
    return this.#position
  }
  get at(): Date {
    return this.#at
  }
  /** Number of counted records that await their commit. */
  get size(): number {
    return this.#size
  }
  get isDirty(): boolean {
    return this.#position > this.#committed
  }
  /** Whether views by country and device await being written, from committed or uncommitted batches. */
  get hasPlaces(): boolean {
    return this.#position > this.#placesUntil
  }
  /** Number of rows by country and device that await being written. */
  get placesSize(): number {
    return this.#counted.size + this.#places.length
  }

  apply({ position, at, body }: Batch): void {
    this.#startDay(dayOf(at))
    const verdicts = this.#judge.apply({ position, at, body })
    this.#counted.add({ at, body }, verdicts)
    this.#batches.push({ position, at, verdicts })
    this.#size += verdicts.length
    this.#position = position
    this.#at = at
  }

  /** Marks the end of a page whose batches are all applied. The next page may come from another database. */
  endPage(): void {
    this.#ends.push({ position: this.#position, at: this.#at })
  }

  /** Records a start, with the rules in force, before the first batch of a day is applied. */
  #startDay(day: string): void {
    if (day === this.#day) return
    this.#day = day
    const { partition, position, at } = this
    this.#starts.push({ partition, day, position, at, rules: this.#judge.rules() })
  }

  /** Returns how many paid views the ad unit has had in this partition in the current hour. */
  paidOf(unit: number): number {
    return this.#judge.paidOf(unit)
  }

  /**
   * Returns everything that awaits being written, with or without views by country and device. The data is kept here
   * until its commit is confirmed.
   */
  uncommitted(withPlaces: boolean): Uncommitted {
    this.#sums.push(...this.#judge.takeSums())
    if (withPlaces) this.#places.push(...this.#counted.take())
    for (const it of this.#judge.takeUnitHours())
      this.#unitHours.set(`${it.unit} ${it.hour.getTime()}`, it)
    const rules = this.#judge.rules()
    this.#latest = {
      partition: this.partition,
      epoch: this.epoch,
      before: this.#committed,
      position: this.#position,
      at: this.#at,
      rules: rules.equals(this.#rules) ? null : rules,
      starts: [...this.#starts],
      batches: [...this.#batches],
      ends: [...this.#ends],
      sums: [...this.#sums],
      places: withPlaces ? [...this.#places] : null,
      placesBefore: this.#placesUntil,
      placesUntil: withPlaces ? this.#position : this.#placesUntil,
      unitHours: [...this.#unitHours.values()]
    }
    return this.#latest
  }

  /**
   * Whether the data that `uncommitted` returned last is in the database, judged by the positions stored for the
   * partition.
   */
  isCommittedAt({ position, placesUntil }: Pick<Lease, 'position' | 'placesUntil'>): boolean {
    return this.#latest?.position === position && this.#latest.placesUntil === placesUntil
  }

  /** Drops the data that `uncommitted` returned last, which is now in the database. */
  settle(): void {
    const latest = this.#latest
    if (!latest) return
    this.#latest = null
    this.#committed = latest.position
    this.#rules = latest.rules ?? this.#rules
    for (const { verdicts } of this.#batches.splice(0, latest.batches.length))
      this.#size -= verdicts.length
    this.#ends.splice(0, latest.ends.length)
    this.#sums.splice(0, latest.sums.length)
    this.#places.splice(0, latest.places?.length ?? 0)
    this.#placesUntil = latest.placesUntil
    this.#starts.splice(0, latest.starts.length)
    this.#unitHours.clear()
  }
}
