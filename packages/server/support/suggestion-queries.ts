import type { SuggestionState } from '@mille/api/constants.ts'
import type { Expression, Selectable, SqlBool } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Suggestions } from '../db/schema.generated.ts'

export type SuggestionRow = Omit<
  Selectable<Suggestions>,
  'state' | 'moderated_by' | 'moderated_at'
> & { state: SuggestionState }

const columns = [
  'id',
  'user_id',
  'title',
  'description',
  'state',
  'reply',
  'is_hidden',
  'votes_count',
  'created_at'
] as const

export type SuggestionFilter = {
  state: SuggestionState | undefined
  /** Whose view of the board to list: hidden suggestions are visible only to their author; `all` is for moderators. */
  seenBy: number | 'all'
  sort: 'votes_count' | 'created_at'
  offset: number
  limit: number
}

export async function listSuggestions(db: Database, filter: SuggestionFilter) {
  const { state, seenBy } = filter
  const query = db
    .selectFrom('suggestions')
    .$if(state !== undefined, it => it.where('state', '=', state ?? ''))
    .$if(seenBy !== 'all', it =>
      it.where(
        (eb): Expression<SqlBool> =>
          eb.or([eb('is_hidden', '=', false), eb('user_id', '=', Number(seenBy))])
      )
    )
  const rows = await query
    .select(columns)
    .$if(filter.sort === 'votes_count', it => it.orderBy('votes_count', 'desc'))
    .orderBy('id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .$castTo<SuggestionRow>()
    .execute()
  return { rows, records: await countRows(query) }
}

/** Returns which of the suggestions the account has voted for. */
export async function votedIds(
  db: Database | Tx,
  userId: number,
  ids: readonly number[]
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('suggestion_votes')
    .select('suggestion_id')
    .where('user_id', '=', userId)
    .where('suggestion_id', 'in', [...ids])
    .limit(ids.length)
    .execute()
  return new Set(rows.map(row => row.suggestion_id))
}

export function insertSuggestion(
  tx: Tx,
  row: { user_id: number; title: string; description: string; created_at: Date }
): Promise<SuggestionRow> {
  return tx
    .insertInto('suggestions')
    .values(row)
    .returning(columns)
    .$castTo<SuggestionRow>()
    .executeTakeFirstOrThrow()
}

/** Locks a suggestion, so that concurrent votes for it wait for each other and the vote count stays correct. */
export function lockSuggestion(tx: Tx, id: number): Promise<SuggestionRow | undefined> {
  return tx
    .selectFrom('suggestions')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .limit(1)
    .$castTo<SuggestionRow>()
    .executeTakeFirst()
}

/**
 * Adds a vote and returns the new count; a second vote by the same user changes nothing. The suggestion must be locked.
 */
export async function addVote(tx: Tx, id: number, userId: number, at: Date): Promise<number> {
  const added = await tx
    .insertInto('suggestion_votes')
    .values({ suggestion_id: id, user_id: userId, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return changeCount(tx, id, added ? 1 : 0)
}

export async function removeVote(tx: Tx, id: number, userId: number): Promise<number> {
  const removed = await tx
    .deleteFrom('suggestion_votes')
    .where('suggestion_id', '=', id)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return changeCount(tx, id, removed ? -1 : 0)
}

async function changeCount(tx: Tx, id: number, change: number): Promise<number> {
  const { votes_count } = await tx
    .updateTable('suggestions')
    .set(eb => ({ votes_count: eb('votes_count', '+', change) }))
    .where('id', '=', id)
    .returning('votes_count')
    .executeTakeFirstOrThrow()
  return votes_count
}

export type Moderation = Partial<Pick<SuggestionRow, 'state' | 'reply' | 'is_hidden'>>

export function moderateSuggestion(
  db: Database,
  id: number,
  change: Moderation,
  by: number,
  at: Date
): Promise<SuggestionRow | undefined> {
  return db
    .updateTable('suggestions')
    .set({ ...change, moderated_by: by, moderated_at: at })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<SuggestionRow>()
    .executeTakeFirst()
}
