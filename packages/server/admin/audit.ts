import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import type { Audit } from '../http/endpoint-responder.ts'
import { planNotice } from './act-notices.ts'

export type AuditedAct = {
  /** Null for an action from the command line. */
  userId: number | null
  act: string
  summary: string
  input: Record<string, unknown>
  /**
   * Whether every operator is emailed about the action because it concerns money, roles, limits, settings, or keys, or
   * can stop other people's earnings.
   */
  isGrave: boolean
  at: Date
}

const longestText = 1_000

/**
 * Writes an audit entry before the action, so that its start is recorded whatever happens. Returns the ID of the entry
 * for its outcome.
 */
export async function beginAudit(db: Database, act: AuditedAct): Promise<number> {
  return db.transaction().execute(async tx => {
    const { id } = await tx
      .insertInto('audit_entries')
      .values({
        at: act.at,
        user_id: act.userId,
        act: act.act,
        summary: act.summary,
        input: jsonText(shorten(act.input))
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (act.isGrave) await planNotice(tx, id, act.userId, act.at)
    return id
  })
}

export async function endAudit(
  db: Database,
  entryId: number,
  outcome: { status: number; code: string | null; at: Date }
): Promise<void> {
  await db
    .insertInto('audit_outcomes')
    .values({ entry_id: entryId, ...outcome })
    .execute()
}

/** Creates the audit that the route table uses to record the start and the outcome of every operator call. */
export function createAudit({ db, now }: Pick<Context, 'db' | 'now'>): Audit {
  return async act => {
    const entry = await beginAudit(db, { ...act, at: now() })
    return outcome => endAudit(db, entry, { ...outcome, at: now() })
  }
}

/** Removes chat messages, which belong to their recipients, and shortens long values. */
function shorten(input: Record<string, unknown>): Record<string, unknown> {
  const pairs = Object.entries(input).map(([name, value]) => {
    if (name === 'text') return [name, '(left out)']
    const text = JSON.stringify(value) ?? ''
    return [name, text.length > longestText ? `${text.slice(0, longestText)}…` : value]
  })
  return Object.fromEntries(pairs)
}

export type AuditRow = {
  id: number
  at: Date
  user_id: number | null
  user_name: string | null
  act: string
  summary: string
  input: Record<string, unknown>
  status: number | null
  code: string | null
}

export async function listAudit(
  db: Database,
  page: { offset: number; limit: number; userId: number | null }
): Promise<{ rows: AuditRow[]; records: number }> {
  const { rows } = await sql<AuditRow>`
    select audit_entries.id, audit_entries.at, user_id, name as user_name, act, summary, input,
      status, code
    from audit_entries
    left join audit_outcomes on entry_id = audit_entries.id
    left join account_names on account_names.id = user_id
    where ${page.userId}::integer is null or user_id = ${page.userId}::integer
    order by audit_entries.id desc offset ${page.offset} limit ${page.limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`
    select count(*) as records from audit_entries
    where ${page.userId}::integer is null or user_id = ${page.userId}::integer`.execute(db)
  return { rows, records: Number(counted.rows[0]?.records ?? 0n) }
}
