import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { type DayPlace, DayPlaces } from '../judge/day-places.ts'
import type { CounterSum } from '../judge/sums.ts'
import { createTally, type Tally } from '../judge/tally.ts'
import { createBreather } from './breathe.ts'
import { mergeSums } from './commit-counts.ts'
import { mergePlaces, withoutPlaces } from './day-places.ts'
import { readPartitions } from './leases.ts'
import { readCounted } from './read-counted.ts'
import { positionBefore } from './stored-verdicts.ts'

/**
 * How long before a span the rules are read, in milliseconds. Terms are changed at most one settlement period ahead,
 * which is at most a day.
 */
const rulesMs = dayMs

export type Span = { from: Date; to: Date }

/**
 * `places` are the rows that the tables by country and device should have by now: the latest views are added to those
 * tables with a delay.
 */
export type Replayed = { sums: CounterSum[]; places: DayPlace[] }

export type Replay = {
  /**
   * Adds the records counted so far in the buckets from `from` until before `to`. A later span starts where this one
   * ended.
   */
  add: (span: Span) => Promise<Replayed>
  /**
   * Whether no records have been counted that would change the sums. With `lock`, none can be counted until the
   * transaction ends.
   */
  isStill: (tx: Tx, lock?: 'lock') => Promise<boolean>
}

type Opened = {
  tally: Tally
  counted: DayPlaces
  position: bigint
  placesUntil: bigint
  isOver: boolean
}
type Reading = { db: Database; log: Pick<EventLog, 'read'> }
type Parts = Pick<Context, 'config'> & Reading

/** Computes counters again, from the log and its stored verdicts. Spans must be added in chronological order. */
export function createReplay({ db, log, config }: Parts): Replay {
  const partitions = new Map<number, Opened>()
  let current: Span | null = null
  let sums: CounterSum[] = []
  let places: DayPlace[] = []

  async function open(partition: number, counted: bigint, from: Date): Promise<Opened> {
    const known = partitions.get(partition)
    if (known) return known
    const since = new Date(from.getTime() - rulesMs)
    const position = (await positionBefore(db, partition, since)) ?? counted
    const opened = {
      ...{ tally: createTally(config), counted: new DayPlaces() },
      ...{ position, placesUntil: 0n, isOver: false }
    }
    partitions.set(partition, opened)
    return opened
  }

  async function addPartition(it: Opened, partition: number, { from, to }: Span): Promise<void> {
    const breathe = createBreather()
    for await (const { batch, verdicts } of readCounted({ db, log }, partition, it.position)) {
      // No later batch belongs to a bucket of this span.
      it.isOver = batch.at >= to
      if (it.isOver) break
      if (batch.at < from) it.tally.prepare(batch)
      else {
        it.tally.add(batch, verdicts)
        it.counted.add(batch, verdicts)
      }
      it.position = batch.position
      await breathe()
    }
    sums.push(...it.tally.takeSums())
    places.push(...it.counted.take())
  }

  return {
    async add(span) {
      if (current?.from.getTime() !== span.from.getTime()) {
        sums = []
        places = []
        for (const it of partitions.values()) it.isOver = false
      }
      current = span
      const waiting = new DayPlaces()
      for (const { partition, position, placesUntil } of await readPartitions(db)) {
        const it = await open(partition, position, span.from)
        it.placesUntil = placesUntil
        if (!it.isOver) await addPartition(it, partition, span)
        if (placesUntil < position)
          await addWaiting({ db, log }, waiting, { partition, placesUntil, span })
      }
      sums = mergeSums(sums).filter(it => it.bucket >= span.from && it.bucket < span.to)
      places = mergePlaces(places)
      return { sums, places: withoutPlaces(places, waiting.take()) }
    },

    async isStill(tx, lock) {
      if (lock) await sql`select from counter_partitions order by partition for update`.execute(tx)
      return (await readPartitions(tx)).every(({ partition, position, placesUntil }) => {
        const it = partitions.get(partition)
        return it?.placesUntil === placesUntil && (it.isOver || it.position === position)
      })
    }
  }
}

/** Adds the views of a partition that are counted but not yet in the tables by country and device. */
async function addWaiting(
  reading: Reading,
  waiting: DayPlaces,
  { partition, placesUntil, span }: { partition: number; placesUntil: bigint; span: Span }
): Promise<void> {
  for await (const { batch, verdicts } of readCounted(reading, partition, placesUntil)) {
    if (batch.at >= span.to) break
    if (batch.at >= span.from) waiting.add(batch, verdicts)
  }
}
