import { type ConsentKind, consentKinds } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export type KindVersion = { kind: ConsentKind; version: number }
export type ConsentRow = KindVersion & {
  published_at: Date
  agreed_version: number | null
  agreed_at: Date | null
}

/** Returns those of the versions that were never published. */
export async function findMissingVersions(
  db: Database | Tx,
  versions: readonly KindVersion[]
): Promise<KindVersion[]> {
  if (versions.length === 0) return []
  const found = await db
    .selectFrom('legal_pages')
    .select(['kind', 'version'])
    .where(eb =>
      eb.or(versions.map(it => eb.and([eb('kind', '=', it.kind), eb('version', '=', it.version)])))
    )
    .limit(versions.length)
    .execute()
  return versions.filter(it => !found.some(at => at.kind === it.kind && at.version === it.version))
}

/** Adds consents. The time of one that is stored already stays. */
export async function insertConsents(
  tx: Tx,
  userId: number,
  versions: readonly KindVersion[],
  at: Date
): Promise<void> {
  if (versions.length === 0) return
  await tx
    .insertInto('legal_consents')
    .values(versions.map(it => ({ user_id: userId, ...it, consented_at: at })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Returns the current terms and privacy policy, each with the newest version that the account agreed to. Returns
 * nothing while no terms are published, since there is nothing to agree to.
 */
export async function readConsents(db: Database | Tx, userId: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select page.kind, page.version, page.published_at,
      own.version as agreed_version, own.consented_at as agreed_at
    from unnest(${[...consentKinds]}::text[]) with ordinality as wanted (kind, place)
    cross join lateral (
      select kind, version, published_at from legal_pages
      where kind = wanted.kind order by version desc limit 1) as page
    left join lateral (
      select version, consented_at from legal_consents
      where user_id = ${userId} and kind = wanted.kind order by version desc limit 1) as own on true
    where exists (select from legal_pages where kind = 'terms')
    order by wanted.place limit ${consentKinds.length}`.execute(db)
  return rows
}
