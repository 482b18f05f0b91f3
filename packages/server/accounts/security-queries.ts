import type { Database, Tx } from '../db/connect.ts'
import type { Proof } from './sessions.ts'

export type SessionRow = {
  id: number
  id_hash: Buffer
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

export function listSessions(db: Database, userId: number, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'id_hash', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('look_around', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Ends a session. Returns false if the account has no such session. */
export async function endSession(db: Database, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account except the given one, or every session if `exceptHash` is null. */
export async function endSessions(
  db: Database | Tx,
  userId: number,
  exceptHash: Buffer | null
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptHash !== null, query => query.where('id_hash', '<>', exceptHash))
    .execute()
}

export async function setSteppedUp(
  tx: Tx,
  sessionHash: Buffer,
  proof: Proof,
  at: Date
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ stepped_up_at: at, stepped_up_by_passkey: proof === 'passkey' })
    .where('id_hash', '=', sessionHash)
    .execute()
  await tx.deleteFrom('step_up_codes').where('session_id_hash', '=', sessionHash).execute()
}

export async function saveStepUpCode(
  tx: Tx,
  sessionHash: Buffer,
  codeHmac: Buffer,
  expiresAt: Date
): Promise<void> {
  const row = { code_hmac: codeHmac, tries: 0, expires_at: expiresAt }
  await tx
    .insertInto('step_up_codes')
    .values({ session_id_hash: sessionHash, ...row })
    .onConflict(conflict => conflict.column('session_id_hash').doUpdateSet(row))
    .execute()
}

/** Locks the row, so that two simultaneous attempts are both counted. */
export function lockStepUpCode(tx: Tx, sessionHash: Buffer) {
  return tx
    .selectFrom('step_up_codes')
    .select(['code_hmac', 'tries', 'expires_at'])
    .where('session_id_hash', '=', sessionHash)
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

export async function countStepUpTry(tx: Tx, sessionHash: Buffer): Promise<void> {
  await tx
    .updateTable('step_up_codes')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('session_id_hash', '=', sessionHash)
    .execute()
}

/** Checks whether this code is the account's code. */
export async function hasAccountCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('account_code_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Sets an account code. `shownTo` is the session that sees the new code and has not confirmed saving it yet. */
export async function setAccountCode(
  tx: Tx,
  userId: number,
  hash: Buffer,
  shownTo: Buffer
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ account_code_hash: hash, unsaved_code_session: shownTo })
    .where('id', '=', userId)
    .execute()
}

export async function setCodeUnsaved(tx: Tx, userId: number, session: Buffer): Promise<void> {
  await tx
    .updateTable('users')
    .set({ unsaved_code_session: session })
    .where('id', '=', userId)
    .execute()
}

/** Records that the account code is saved: it was used, or the session that was shown it confirmed this. */
export async function setCodeSaved(db: Database | Tx, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ unsaved_code_session: null })
    .where('id', '=', userId)
    .where('unsaved_code_session', 'is not', null)
    .execute()
}
