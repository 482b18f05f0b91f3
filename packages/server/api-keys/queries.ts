import type { ApiScope } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import { takeTurn } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'

export type ApiKeyRow = {
  id: number
  name: string
  scopes: ApiScope[]
  token_start: string
  created_at: Date
  last_used_at: Date | null
}

const columns = ['id', 'name', 'scopes', 'token_start', 'created_at', 'last_used_at'] as const

/** Maximum number of active API keys of an account. */
export const maxKeys = 20

export function listKeys(db: Database, userId: number): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxKeys)
    .$castTo<ApiKeyRow>()
    .execute()
}

type NewKey = {
  userId: number
  name: string
  scopes: ApiScope[]
  tokenHash: Buffer
  tokenStart: string
  at: Date
}

/** Inserts an API key. Returns undefined if the account has the maximum number of keys. */
export async function insertKey(tx: Tx, key: NewKey): Promise<ApiKeyRow | undefined> {
  // Two simultaneous requests are counted one after the other.
  await takeTurn(tx, key.userId)
  const keys = tx
    .selectFrom('api_keys')
    .where('user_id', '=', key.userId)
    .where('revoked_at', 'is', null)
  if ((await countRows(keys)) >= maxKeys) return undefined
  return tx
    .insertInto('api_keys')
    .values({
      user_id: key.userId,
      name: key.name,
      scopes: key.scopes,
      token_hash: key.tokenHash,
      token_start: key.tokenStart,
      created_at: key.at
    })
    .returning(columns)
    .$castTo<ApiKeyRow>()
    .executeTakeFirstOrThrow()
}

/** Revokes an API key. Returns whether the account had it. */
export async function revokeKey(
  db: Database,
  userId: number,
  id: number,
  at: Date
): Promise<boolean> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export async function revokeKeys(db: Database | Tx, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Returns the account and the scopes of an API key, and whether the account is suspended. The last use is recorded at
 * most once a minute.
 */
export async function readKey(
  db: Database,
  tokenHash: Buffer,
  now: Date
): Promise<{ id: number; userId: number; isSuspended: boolean; scopes: ApiScope[] } | null> {
  const found = await db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'scopes', 'last_used_at'])
    .select(
      sql<boolean>`exists (select from suspended_accounts where suspended_accounts.user_id = api_keys.user_id)`.as(
        'isSuspended'
      )
    )
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  if (now.getTime() - (found.last_used_at?.getTime() ?? 0) > 60_000)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', found.id).execute()
  const { id, user_id: userId, isSuspended } = found
  return { id, userId, isSuspended, scopes: found.scopes as ApiScope[] }
}
