import type { SavedView } from '@mille/api/report-links/endpoints.ts'
import { takeTurn } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import { jsonText } from '../db/json-text.ts'

export type ReportLinkRow = {
  id: number
  name: string
  view: SavedView
  created_at: Date
  last_opened_at: Date | null
}

const columns = ['id', 'name', 'view', 'created_at', 'last_opened_at'] as const

/** Maximum number of report links that an account may have at a time. */
export const maxReportLinks = 50

const openedEveryMs = 60_000

export function listReportLinks(db: Database, userId: number): Promise<ReportLinkRow[]> {
  return db
    .selectFrom('report_links')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxReportLinks)
    .$castTo<ReportLinkRow>()
    .execute()
}

type NewLink = { userId: number; name: string; view: SavedView; tokenHash: Buffer; at: Date }

/** Inserts a report link and returns it, or undefined when the account already has the maximum number. */
export async function insertReportLink(
  tx: Tx,
  { userId, name, view, tokenHash, at }: NewLink
): Promise<ReportLinkRow | undefined> {
  // An account's concurrent requests run one after the other, so that the limit holds.
  await takeTurn(tx, userId)
  const links = tx.selectFrom('report_links').where('user_id', '=', userId)
  if ((await countRows(links)) >= maxReportLinks) return undefined
  return tx
    .insertInto('report_links')
    .values({
      ...{ user_id: userId, name, view: jsonText(view) },
      ...{ token_hash: tokenHash, created_at: at }
    })
    .returning(columns)
    .$castTo<ReportLinkRow>()
    .executeTakeFirstOrThrow()
}

/** Deletes a report link, and returns whether the account had it. */
export async function deleteReportLink(db: Database, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('report_links')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns the report link that a token opens, with its owner. The time of opening is saved at most once a minute. */
export async function openReportLink(
  db: Database,
  tokenHash: Buffer,
  now: Date
): Promise<(ReportLinkRow & { user_id: number }) | undefined> {
  const found = await db
    .selectFrom('report_links')
    .select([...columns, 'user_id'])
    .where('token_hash', '=', tokenHash)
    .limit(1)
    .$castTo<ReportLinkRow & { user_id: number }>()
    .executeTakeFirst()
  if (found && now.getTime() - (found.last_opened_at?.getTime() ?? 0) > openedEveryMs)
    await db
      .updateTable('report_links')
      .set({ last_opened_at: now })
      .where('id', '=', found.id)
      .execute()
  return found
}

/** Deletes an account's report links and its scheduled report emails. */
export async function forgetReports(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('report_links').where('user_id', '=', userId).execute()
  await tx.deleteFrom('report_mails').where('user_id', '=', userId).execute()
}
