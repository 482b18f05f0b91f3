import { hourMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { RecordWriter } from '../event-log/write-records.ts'
import { crowdInHour } from '../what-counts.ts'
import type { OwnedPartition, Uncommitted } from './owned-partition.ts'

/**
 * Paid views in an hour above which an ad unit is busy: a neighborhood's percentage of its views is then more than the
 * fixed limit for each neighborhood.
 */
const busyViews = (crowdInHour.views * 100) / crowdInHour.percent
/**
 * Partitions share their counts a little before an ad unit is busy, since it takes seconds until every partition knows.
 */
const shareFrom = busyViews - busyViews / 40
/**
 * A partition with fewer views of an ad unit is left out of the sum: even sixteen such partitions do not make the unit
 * busy.
 */
const fewestCounted = 40
/** In a partition where an ad unit has had fewer views, no neighborhood can have reached its limit. */
const fewestHere = crowdInHour.views - 10
/** The other partitions are notified again when the sum has grown by a fifth. */
const growth = 1.2

/** Saves, inside the commit, how many views of each ad unit a partition has counted in the hour. */
export async function saveUnitHours(tx: Tx, all: readonly Uncommitted[]): Promise<void> {
  const rows = all
    .flatMap(({ partition, unitHours }) => unitHours.map(it => ({ partition, ...it })))
    .filter(it => it.paid >= fewestCounted)
    .sort(
      (a, b) => a.hour.getTime() - b.hour.getTime() || a.unit - b.unit || a.partition - b.partition
    )
  if (rows.length === 0) return
  await sql`
    insert into counter_unit_hours (hour, unit_id, partition, paid)
    select * from unnest(
      ${rows.map(it => it.hour)}::timestamptz[], ${rows.map(it => it.unit)}::int[],
      ${rows.map(it => it.partition)}::smallint[], ${rows.map(it => it.paid)}::int[])
    on conflict (hour, unit_id, partition) do update set paid = excluded.paid`.execute(tx)
}

export async function forgetUnitHours(db: Database | Tx, now: Date): Promise<void> {
  await sql`delete from counter_unit_hours where hour < ${new Date(now.getTime() - 2 * hourMs)}`.execute(
    db
  )
}

export type UnitHourSharing = {
  /**
   * Returns log bodies for this process's partitions that say how busy ad units are; empty when no number has grown
   * enough.
   */
  write: (
    owned: readonly OwnedPartition[],
    now: Date
  ) => Promise<{ partition: number; body: Buffer }[]>
  /** Confirms that the bodies written last are in the log. Unconfirmed numbers are written again. */
  confirm: () => void
}

/**
 * Shares each ad unit's hourly views among partitions: its views arrive in all of them, and each counts only its own.
 */
export function createUnitHourSharing(db: Database): UnitHourSharing {
  let hour = 0
  const shared = new Map<string, number>()
  let written = new Map<string, number>()

  return {
    async write(owned, now) {
      const current = Math.floor(now.getTime() / hourMs) * hourMs
      if (current !== hour) shared.clear()
      hour = current
      written = new Map()
      const busy = await readBusy(db, new Date(hour))
      if (busy.length === 0) return []
      const bodies: { partition: number; body: Buffer }[] = []
      for (const it of owned) {
        const writer = new RecordWriter()
        for (const { unit, paid } of busy) {
          const own = it.paidOf(unit)
          const others = paid - own
          const key = `${it.partition} ${unit}`
          if (own < fewestHere || others < (shared.get(key) ?? 0) * growth || others <= 0) continue
          written.set(key, others)
          writer.unitHour(unit, new Date(hour), others, now.getTime())
        }
        if (writer.count > 0) bodies.push({ partition: it.partition, body: writer.take() })
      }
      return bodies
    },

    confirm() {
      for (const [key, others] of written) shared.set(key, others)
    }
  }
}

const maxBusy = 5000

async function readBusy(db: Database, hour: Date): Promise<{ unit: number; paid: number }[]> {
  const { rows } = await sql<{ unit: number; paid: number }>`
    select unit_id as unit, sum(paid)::integer as paid from counter_unit_hours
    where hour = ${hour} group by unit_id having sum(paid) >= ${shareFrom}
    order by paid desc limit ${maxBusy}`.execute(db)
  return rows
}
