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

/** What is counted is committed so often, and before so many records wait for it. */
const commitMs = 1000
const mostUncommitted = 200_000
/**
 * Countries and devices are added up for so long, or until they are so many rows: adding to a row costs as much for one
 * view as for a thousand. Nothing waits for them, and a process that takes a partition over reads them in the log
 * again.
 */
export const placesMs = 30_000
const mostPlaces = 100_000
const page = { batches: 1000, bytes: 4 * 1024 * 1024 }

type Parts = Pick<Context, 'db' | 'config' | 'log'> & { events: EventLog; process: string }

/** The partitions that a process owns, and what it does with them. */
export class Owner {
  readonly #parts: Parts
  readonly #nameKeys
  readonly #owned = new Map<number, OwnedPartition>()
  /** Taken, and not yet warm. */
  #cold: Lease[] = []
  #warming: Lease | null = null
  /** How many it should give to a process that has too few. */
  #spare = 0
  /** A commit may have succeeded without a word. */
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
   * Renews the leases and takes others. What is lost is forgotten, with what was counted of it and not committed. Says
   * whether another owner is late.
   *
   * A partition that the database has counted less of than this process committed is lost too: a standby was promoted that
   * lacks the last commits. A log that has become shorter may end before the place where this process would read on, and then
   * nothing else would ever tell.
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
   * If the reply to taking or releasing a lease was lost, the lease would be renewed forever while no process counts
   * its partition. It is released here, and can be taken again by the next renewal.
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

  /** Warms one partition that was taken. One that cannot be is tried again after the others. */
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
   * Counts what is new, until it is time to commit; says whether there was anything. A partition that cannot be read
   * keeps no other from being counted: what is wrong with it is thrown in the end.
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

  /** Each time another one is the first: one that is far behind keeps no other waiting. */
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

  /** Countries and devices when it is time for them, or when this may be the last commit. */
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

  /** Finds out whether the commit before succeeded: no other process writes in this epoch. */
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

  /** Gives up partitions that another process has written to. Their next owner starts from what is stored. */
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
   * Releases one partition if this process has too many, for one that has too few, when nothing of it waits to be
   * committed.
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
