import type { AnnouncementType } from '@mille/api/constants.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Announcements } from '../db/schema.generated.ts'
import type { Schedule } from './rules.ts'

export type AnnouncementRow = Omit<Selectable<Announcements>, 'type' | 'created_by'> & {
  type: AnnouncementType
}
export type AnnouncementWords = Pick<
  AnnouncementRow,
  'header' | 'content' | 'link' | 'link_text' | 'type'
>
/** Visitor who dismisses an announcement: an account, a browser by the hash of its cookie, or both. */
export type Visitor = { userId: number | null; visitorHash: Buffer | null }

const columns = [
  'id',
  'header',
  'content',
  'link',
  'link_text',
  'type',
  'starts_at',
  'ends_at',
  'created_at'
] as const

export function findCurrent(db: Database | Tx, now: Date): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('announcements')
    .select(columns)
    .where('starts_at', '<=', now)
    .where(eb => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .limit(1)
    .$castTo<AnnouncementRow>()
    .executeTakeFirst()
}

export async function isDismissed(db: Database, id: number, visitor: Visitor): Promise<boolean> {
  if (visitor.userId === null && visitor.visitorHash === null) return false
  const found = await db
    .selectFrom('announcement_dismissals')
    .select('announcement_id')
    .where('announcement_id', '=', id)
    .where(eb =>
      // In SQL, a comparison with null is never true.
      eb.or([eb('user_id', '=', visitor.userId), eb('visitor_hash', '=', visitor.visitorHash)])
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Stores a dismissal for the account if there is one, otherwise for the browser. Repeating it has no effect. */
export async function dismiss(db: Database, id: number, visitor: Visitor, at: Date): Promise<void> {
  const isUser = visitor.userId !== null
  await db
    .insertInto('announcement_dismissals')
    .values({
      announcement_id: id,
      user_id: visitor.userId,
      visitor_hash: isUser ? null : visitor.visitorHash,
      dismissed_at: at
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function listAnnouncements(db: Database, offset: number, limit: number) {
  const found = db.selectFrom('announcements')
  const rows = await found
    .select(columns)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<AnnouncementRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

export async function countDismissals(
  db: Database | Tx,
  ids: readonly number[]
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('announcement_dismissals')
    .select(['announcement_id', eb => eb.fn.countAll<bigint>().as('count')])
    .where('announcement_id', 'in', [...ids])
    .groupBy('announcement_id')
    .limit(ids.length)
    .execute()
  return new Map(rows.map(row => [row.announcement_id, Number(row.count)]))
}

/** Returns the announcement that overlaps with this schedule, so that the error can name it. */
export function findOverlapping(
  tx: Tx,
  { starts_at, ends_at }: Schedule,
  exceptId: number | null
): Promise<{ header: string } | undefined> {
  return tx
    .selectFrom('announcements')
    .select('header')
    .where(
      sql<boolean>`tstzrange(starts_at, ends_at) && tstzrange(${starts_at}::timestamptz, ${ends_at}::timestamptz)`
    )
    .$if(exceptId !== null, query => query.where('id', '<>', exceptId))
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Locks the schedule, so that only one announcement is planned at a time; readers never wait. The table's own
 * constraint is the last safeguard.
 */
export async function lockSchedule(tx: Tx): Promise<void> {
  await sql`lock table announcements in share row exclusive mode`.execute(tx)
}

export function findAnnouncement(tx: Tx, id: number): Promise<AnnouncementRow | undefined> {
  return tx
    .selectFrom('announcements')
    .select(columns)
    .where('id', '=', id)
    .limit(1)
    .$castTo<AnnouncementRow>()
    .executeTakeFirst()
}

export function insertAnnouncement(
  tx: Tx,
  row: AnnouncementWords & Schedule & { created_by: number; created_at: Date }
): Promise<AnnouncementRow> {
  return tx
    .insertInto('announcements')
    .values(row)
    .returning(columns)
    .$castTo<AnnouncementRow>()
    .executeTakeFirstOrThrow()
}

export function updateAnnouncement(
  tx: Tx,
  id: number,
  row: AnnouncementWords & Schedule
): Promise<AnnouncementRow> {
  return tx
    .updateTable('announcements')
    .set(row)
    .where('id', '=', id)
    .returning(columns)
    .$castTo<AnnouncementRow>()
    .executeTakeFirstOrThrow()
}

export async function forgetDismissals(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('announcement_dismissals').where('user_id', '=', userId).execute()
}
