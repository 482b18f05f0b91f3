import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { CounterSum } from '../counter/sums.ts'
import { createTally, type Tally } from '../counter/tally.ts'
import type { EventLog } from '../log/event-log.ts'
import { createBreather } from './breathe.ts'
import { mergeSums } from './commit-counts.ts'
import { readPartitions } from './leases.ts'
import { readCounted } from './read-counted.ts'
import { positionBefore } from './stored-verdicts.ts'

/** Terms are changed for a window ahead at most, which is a day at most: so long before it the rules are read. */
const rulesMs = dayMs

export type Span = { from: Date; to: Date }

export type Replay = {
  /** Adds what is counted by now of the buckets from `from` until before `to`; a later span begins anew where this one ended. */
  add: (span: Span) => Promise<CounterSum[]>
  /** Whether nothing more is counted that would change the sums. With a lock nothing will be until the transaction ends. */
  isStill: (tx: Tx, lock?: 'lock') => Promise<boolean>
}

type Opened = { tally: Tally; position: bigint; isOver: boolean }
type Parts = Pick<Context, 'config'> & { db: Database; log: Pick<EventLog, 'read'> }

/** Adds up counters again, from the log and its verdicts; spans are asked for in their order. */
export function createReplay({ db, log, config }: Parts): Replay {
  const partitions = new Map<number, Opened>()
  let current: Span | null = null
  let sums: CounterSum[] = []

  async function open(partition: number, counted: bigint, from: Date): Promise<Opened> {
    const known = partitions.get(partition)
    if (known) return known
    const since = new Date(from.getTime() - rulesMs)
    const position = (await positionBefore(db, partition, since)) ?? counted
    const opened = { tally: createTally(config), position, isOver: false }
    partitions.set(partition, opened)
    return opened
  }

  async function addPartition(it: Opened, partition: number, { from, to }: Span): Promise<void> {
    const breathe = createBreather()
    for await (const { batch, verdicts } of readCounted({ db, log }, partition, it.position)) {
      // What comes later begins no earlier bucket.
      it.isOver = batch.at >= to
      if (it.isOver) break
      if (batch.at < from) it.tally.prepare(batch)
      else it.tally.add(batch, verdicts)
      it.position = batch.position
      await breathe()
    }
    sums.push(...it.tally.takeSums())
  }

  return {
    async add(span) {
      if (current?.from.getTime() !== span.from.getTime()) {
        sums = []
        for (const it of partitions.values()) it.isOver = false
      }
      current = span
      for (const { partition, position } of await readPartitions(db)) {
        const it = await open(partition, position, span.from)
        if (!it.isOver) await addPartition(it, partition, span)
      }
      sums = mergeSums(sums).filter(it => it.bucket >= span.from && it.bucket < span.to)
      return sums
    },

    async isStill(tx, lock) {
      if (lock) await sql`select from counter_partitions order by partition for update`.execute(tx)
      return (await readPartitions(tx)).every(({ partition, position }) => {
        const it = partitions.get(partition)
        return it?.isOver || it?.position === position
      })
    }
  }
}
