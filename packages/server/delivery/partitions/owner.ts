import type { Context } from '../../context.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { createBreather } from './breathe.ts'
import { commitCounts } from './commit-counts.ts'
import {
  type Lease,
  leave,
  type Renewed,
  readPartitions,
  releaseLeases,
  renewLeases
} from './leases.ts'
import { createNameKeys } from './name-keys.ts'
import { OwnedPartition } from './owned-partition.ts'
import { warmUp } from './warm-up.ts'

/** Counts are committed at this interval, in milliseconds, or sooner when this many records await their commit. */
const commitMs = 1000
const mostUncommitted = 200_000
/**
 * Views by country and device are added up in memory for this many milliseconds, or until there are `mostPlaces` rows:
 * updating a row costs as much for one view as for a thousand. No one waits for these rows, and a process that takes
 * over a partition reads them from the log again.
 */
export const placesMs = 30_000
const mostPlaces = 100_000
const page = { batches: 1000, bytes: 4 * 1024 * 1024 }

type Parts = Pick<Context, 'db' | 'config' | 'log'> & { events: EventLog; process: string }

/** The partitions that a process owns, and the operations on them. */
export class Owner {
  readonly #parts: Parts
  readonly #nameKeys
  readonly #owned = new Map<number, OwnedPartition>()
  /** Leases that were taken, but whose partitions are not warmed up yet. */
  #cold: Lease[] = []
  #warming: Lease | null = null
  /** Number of partitions that this process should release for a process that has too few. */
  #spare = 0
  /** Whether the last commit failed without a reply and may still have succeeded. */
  #isUncertain = false
  #committedAt = 0
  #placesAt = performance.now()
  #turn = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#nameKeys = createNameKeys(parts.db)
  }

  get partitions(): OwnedPartition[] {
    return [...this.#owned.values()]
  }
  get isCold(): boolean {
    return this.#cold.length > 0
  }

  /**
   * Renews the leases and takes others. A lost partition is dropped, with the counts that are not committed. Returns
   * whether another owner is late in renewing its leases.
   *
   * A partition is also lost when the database has counted less of it than this process committed: a standby was
   * promoted that misses the last commits. If the log became shorter too, it may end before this process's read
   * position, and nothing else would reveal the loss.
   */
  async renew(): Promise<boolean> {
    const committed = new Map(this.partitions.map(it => [it.partition, it.committed]))
    const { owned, taken, spare, isAnyLate } = await renewLeases(
      this.#parts.db,
      this.#parts.process
    )
    for (const [partition, { epoch }] of this.#owned) {
      const renewed = owned.get(partition)
      const isWhole = renewed && renewed.position >= (committed.get(partition) ?? 0n)
      if (renewed?.epoch !== epoch || !isWhole) this.#lose(partition)
    }
    this.#cold = [...this.#cold.filter(it => owned.get(it.partition)?.epoch === it.epoch), ...taken]
    this.#spare = spare
    return (await this.#releaseUnknown(owned)) || isAnyLate
  }

  /**
   * Releases leases that the database assigns to this process but that it does not know. If the reply to taking or
   * releasing a lease was lost, the lease would otherwise be renewed forever while no process counts its partition. The
   * next renewal can take it again.
   */
  async #releaseUnknown(owned: ReadonlyMap<number, Renewed>): Promise<boolean> {
    const leases = [
      ...this.#owned.values(),
      ...this.#cold,
      ...(this.#warming ? [this.#warming] : [])
    ]
    const known = new Map(leases.map(it => [it.partition, it.epoch]))
    const unknown = [...owned].flatMap(([it, { epoch }]) => (known.get(it) === epoch ? [] : [it]))
    if (unknown.length === 0) return false
    await releaseLeases(this.#parts.db, this.#parts.process, unknown)
    return true
  }

  /** Warms up one partition that was taken. If that fails, the partition is tried again after the others. */
  async warm(): Promise<void> {
    const lease = this.#cold.shift()
    if (!lease) return
    this.#warming = lease
    const { db, events: log, config } = this.#parts
    try {
      const { settlementWindowSeconds } = config
      const nameKeys = this.#nameKeys
      const warm = await warmUp({ db, log, nameKeys, settlementWindowSeconds }, lease)
      this.#owned.set(lease.partition, new OwnedPartition(lease, warm))
    } catch (error) {
      this.#cold.push(lease)
      throw error
    } finally {
      this.#warming = null
    }
  }

  /**
   * Counts new records until it is time to commit, and returns whether there were any. A partition that cannot be read
   * does not keep the others from being counted: its error is thrown at the end.
   */
  async count(isToStop = () => this.isDue()): Promise<boolean> {
    const heads = new Map((await this.#parts.events.heads()).map(it => [it.partition, it.position]))
    let isNew = false
    let failure: unknown = null
    for (const it of this.#inTurn()) {
      const before = it.position
      try {
        await this.#countOne(it, heads.get(it.partition) ?? 0n, isToStop)
      } catch (error) {
        failure ??= error
      }
      isNew ||= it.position !== before
    }
    if (failure !== null) throw failure
    return isNew
  }

  /**
   * Returns the partitions, starting with a different one each time, so that a partition that is far behind does not
   * delay the others.
   */
  #inTurn(): OwnedPartition[] {
    const all = this.partitions
    const first = this.#turn++ % Math.max(1, all.length)
    return [...all.slice(first), ...all.slice(0, first)]
  }

  async #countOne(it: OwnedPartition, head: bigint, isToStop: () => boolean): Promise<void> {
    const breathe = createBreather()
    while (it.position < head && !isToStop()) {
      const batches = await this.#parts.events.read(it.partition, it.position, page)
      if (batches.length === 0) return
      for (const batch of batches) {
        await this.#nameKeys.uncover(batch.body)
        it.apply(batch)
        await breathe()
      }
      it.endPage()
    }
  }

  isDue(): boolean {
    const since = performance.now() - this.#committedAt
    return this.isFull() || (since >= commitMs && (this.#isDirty() || this.#arePlacesDue()))
  }

  #isDirty(): boolean {
    return this.partitions.some(it => it.isDirty)
  }

  #arePlacesDue(): boolean {
    const waiting = this.partitions.filter(it => it.hasPlaces)
    if (waiting.length === 0) return false
    const size = waiting.reduce((sum, it) => sum + it.placesSize, 0)
    return size > mostPlaces || performance.now() - this.#placesAt >= placesMs
  }

  isFull(): boolean {
    return this.partitions.reduce((sum, it) => sum + it.size, 0) > mostUncommitted
  }

  /**
   * Commits the counts. Views by country and device are included when they are due, or when this may be the last
   * commit.
   */
  async commit(withPlaces = this.#arePlacesDue()): Promise<void> {
    if (this.#isUncertain) await this.#reconcile()
    this.#committedAt = performance.now()
    const dirty = this.partitions.filter(it => it.isDirty || (withPlaces && it.hasPlaces))
    if (dirty.length === 0) return
    this.#isUncertain = true
    const waiting = dirty.map(it => it.uncommitted(withPlaces))
    const { db, config } = this.#parts
    const written = await commitCounts(db, waiting, config.eventLogUrl === null)
    this.#isUncertain = false
    if (withPlaces) this.#placesAt = performance.now()
    for (const it of dirty) if (written.has(it.partition)) it.settle()
    await this.#giveUp(dirty.filter(it => !written.has(it.partition)).map(it => it.partition))
  }

  /**
   * Finds out whether the previous commit succeeded, which the positions show because no other process writes in this
   * epoch.
   */
  async #reconcile(): Promise<void> {
    const stored = new Map((await readPartitions(this.#parts.db)).map(it => [it.partition, it]))
    const lost: number[] = []
    for (const it of this.partitions) {
      const found = stored.get(it.partition)
      if (found?.epoch !== it.epoch) lost.push(it.partition)
      else if (it.isCommittedAt(found)) it.settle()
    }
    this.#isUncertain = false
    await this.#giveUp(lost)
  }

  /** Gives up partitions that another process has written to. Their next owner starts from the stored position. */
  async #giveUp(lost: readonly number[]): Promise<void> {
    if (lost.length === 0) return
    this.#parts.log.warn(
      { partitions: lost },
      'what was counted is not committed: another process took over'
    )
    for (const partition of lost) this.#lose(partition)
    await releaseLeases(this.#parts.db, this.#parts.process, lost)
  }

  /**
   * If this process has too many partitions, releases one that has no uncommitted counts, for a process that has too
   * few.
   */
  async giveSpare(): Promise<void> {
    const last = this.partitions.at(-1)
    if (this.#spare === 0 || !last || last.isDirty) return
    this.#spare = 0
    this.#owned.delete(last.partition)
    await releaseLeases(this.#parts.db, this.#parts.process, [last.partition])
  }

  async leave(): Promise<void> {
    this.#owned.clear()
    this.#cold = []
    await leave(this.#parts.db, this.#parts.process)
  }

  #lose(partition: number): void {
    this.#owned.delete(partition)
    this.#parts.log.warn(
      { partition },
      'this process no longer counts this partition of the event log'
    )
  }
}
