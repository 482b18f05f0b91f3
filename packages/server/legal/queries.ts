import type { LegalKind } from '@mille/api/constants.ts'
import type { Block } from '@mille/api/marketplace/description-schema.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'

export type PublishedVersion = { kind: LegalKind; version: number; published_at: Date }
export type VersionRow = PublishedVersion & { published_by: number; name: string | null }

/** How many versions of a page are listed, the newest first. */
const listedVersions = 100

/** Returns the current version of each page that is published. */
export async function readCurrentVersions(db: Database | Tx): Promise<PublishedVersion[]> {
  const rows = await db
    .selectFrom('legal_pages')
    .distinctOn('kind')
    .select(['kind', 'version', 'published_at'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .limit(10)
    .$castTo<PublishedVersion>()
    .execute()
  return rows
}

/** Reads one version of a page as it is shown; without a number, the current one. */
export function findPage(db: Database, kind: LegalKind, version: number | null) {
  return db
    .selectFrom('legal_pages')
    .select(['version', 'published_at', 'tree'])
    .where('kind', '=', kind)
    .$if(version !== null, query => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .$castTo<{ version: number; published_at: Date; tree: Block[] }>()
    .executeTakeFirst()
}

/** Reads the current text of a page as it was typed. */
export function findText(db: Database | Tx, kind: LegalKind) {
  return db
    .selectFrom('legal_pages')
    .select(['version', 'published_at', 'text'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the newest versions of a page, with who published them. */
export function listVersions(db: Database | Tx, kind: LegalKind): Promise<VersionRow[]> {
  return db
    .selectFrom('legal_pages')
    .leftJoin('account_names', 'account_names.id', 'published_by')
    .select(['kind', 'version', 'published_at', 'published_by', 'name'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(listedVersions)
    .$castTo<VersionRow>()
    .execute()
}

/** Lets one operator publish at a time, so that no version is published over one that was not read. */
export async function lockPages(tx: Tx): Promise<void> {
  await sql`lock table legal_pages in share row exclusive mode`.execute(tx)
}

export async function insertPage(
  tx: Tx,
  row: PublishedVersion & { text: string; tree: Block[]; published_by: number }
): Promise<void> {
  await tx
    .insertInto('legal_pages')
    .values({ ...row, tree: jsonText(row.tree) })
    .execute()
}
