import type { Language } from '@mille/api/reference-data/languages.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Sites } from '../db/schema.generated.ts'

export type SiteRow = Omit<Selectable<Sites>, 'state' | 'language'> & {
  state: 'unverified' | 'verified' | 'rejected'
  language: Language
}

const columns = [
  'id',
  'user_id',
  'domain_name',
  'origin',
  'state',
  'language',
  'verification_token',
  'verified_at',
  'created_at'
] as const

export async function findOwnSite(
  db: Database | Tx,
  userId: number,
  id: number,
  lock: 'forUpdate' | null = null
): Promise<SiteRow | undefined> {
  return db
    .selectFrom('sites')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .$if(lock !== null, query => query.forUpdate())
    .$castTo<SiteRow>()
    .executeTakeFirst()
}

export async function findOwnSiteByName(
  db: Database | Tx,
  userId: number,
  domainName: string
): Promise<SiteRow | undefined> {
  return db
    .selectFrom('sites')
    .select(columns)
    .where('user_id', '=', userId)
    .where('domain_name', '=', domainName)
    .limit(1)
    .$castTo<SiteRow>()
    .executeTakeFirst()
}

export async function listOwnSites(db: Database, userId: number, offset: number, limit: number) {
  const found = db.selectFrom('sites').where('user_id', '=', userId)
  const rows = await found
    .select(columns)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<SiteRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

/** Whether another account has proved that it owns the site. */
export async function isProvedByOther(
  db: Database | Tx,
  userId: number,
  domainName: string
): Promise<boolean> {
  const found = await db
    .selectFrom('sites')
    .select('id')
    .where('domain_name', '=', domainName)
    .where('state', '=', 'verified')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type NewSite = {
  userId: number
  domainName: string
  origin: string
  language: Language
  categoryIds: readonly number[]
  token: string
  at: Date
}

/** Inserts a site and returns it, or undefined when the account has already added it. */
export async function insertSite(tx: Tx, site: NewSite): Promise<SiteRow | undefined> {
  const row = await tx
    .insertInto('sites')
    .values({
      user_id: site.userId,
      domain_name: site.domainName,
      origin: site.origin,
      language: site.language,
      verification_token: site.token,
      created_at: site.at
    })
    .onConflict(conflict => conflict.columns(['user_id', 'domain_name']).doNothing())
    .returning(columns)
    .$castTo<SiteRow>()
    .executeTakeFirst()
  if (row && site.categoryIds.length > 0) {
    await tx
      .insertInto('site_categories')
      .values(site.categoryIds.map(categoryId => ({ site_id: row.id, category_id: categoryId })))
      .execute()
  }
  return row
}

/** Changes a site's language or categories; omitted fields stay unchanged. */
export async function changeSite(
  tx: Tx,
  id: number,
  change: { language?: Language | undefined; categoryIds?: readonly number[] | undefined }
): Promise<void> {
  if (change.language !== undefined)
    await tx.updateTable('sites').set({ language: change.language }).where('id', '=', id).execute()
  if (change.categoryIds === undefined) return
  await tx.deleteFrom('site_categories').where('site_id', '=', id).execute()
  const added = change.categoryIds.map(categoryId => ({ site_id: id, category_id: categoryId }))
  if (added.length > 0) await tx.insertInto('site_categories').values(added).execute()
}

/**
 * Marks a site as verified. Throws when another account verified it first (`isProvedElsewhere`): the unique index
 * admits only one.
 */
export async function markVerified(tx: Tx, id: number, at: Date): Promise<SiteRow> {
  return tx
    .updateTable('sites')
    .set({ state: 'verified', verified_at: at })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<SiteRow>()
    .executeTakeFirstOrThrow()
}

export function isProvedElsewhere(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'sites_verified'
}

export async function categoriesOf(
  db: Database | Tx,
  siteIds: readonly number[]
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ site_id: number; ids: number[] }>`
    select site_id, array_agg(category_id order by category_id) as ids
    from site_categories where site_id = any(${siteIds}) group by site_id`.execute(db)
  return new Map(rows.map(row => [row.site_id, row.ids]))
}

/** Returns when ownership of the site was last proved; null when it never was. */
export async function readVerifiedAt(db: Database, id: number): Promise<Date | null> {
  const row = await db
    .selectFrom('sites')
    .select('verified_at')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row?.verified_at ?? null
}
