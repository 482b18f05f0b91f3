import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { readWaiting, type Waiting } from '../db/count-rows.ts'

export type ReviewedSiteRow = {
  id: number
  domain_name: string
  origin: string
  state: string
  language: string
  categories: string[]
  user_id: number
  user_name: string | null
  verified_at: Date | null
  reviewed_at: Date | null
  rejected_reason: string | null
}

const columns = sql`
  select sites.id, domain_name, origin, state, language, user_id, account_names.name as user_name, verified_at,
    reviewed_at, rejected_reason,
    array(select name from site_categories join categories on categories.id = category_id
      where site_id = sites.id order by name) as categories
  from sites join account_names on account_names.id = user_id`

/** Returns a page of the verified sites that were not reviewed yet, oldest first. */
export async function listUnreviewed(
  db: Database,
  offset: number,
  limit: number
): Promise<{ rows: ReviewedSiteRow[]; records: number }> {
  const { rows } = await sql<ReviewedSiteRow>`
    ${columns} where state = 'verified' and reviewed_at is null
    order by verified_at, sites.id offset ${offset} limit ${limit}`.execute(db)
  return { rows, records: (await readUnreviewedSites(db)).waiting }
}

export async function findReviewed(tx: Tx, id: number): Promise<ReviewedSiteRow | undefined> {
  const { rows } = await sql<ReviewedSiteRow>`
    ${columns} where sites.id = ${id} limit 1 for update of sites`.execute(tx)
  return rows[0]
}

export async function writeReview(
  tx: Tx,
  id: number,
  review: { by: number; reason: string | null; at: Date }
): Promise<void> {
  await tx
    .updateTable('sites')
    .set({
      reviewed_at: review.at,
      reviewed_by: review.by,
      rejected_reason: review.reason,
      ...(review.reason === null ? {} : { state: 'rejected' })
    })
    .where('id', '=', id)
    .execute()
}

/** Counts the sites that await review by an operator, and since when. */
export function readUnreviewedSites(db: Database): Promise<Waiting> {
  const from = sql`from sites where state = 'verified' and reviewed_at is null`
  return readWaiting(db, sql`verified_at`, from)
}
