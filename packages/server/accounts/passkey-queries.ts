import type { Database, Tx } from '../db/connect.ts'

export type Purpose = 'register' | 'sign_in' | 'step_up'

/** Stores a challenge and deletes expired ones. */
export async function saveChallenge(
  db: Database,
  it: { challenge: string; purpose: Purpose; sessionHash: Buffer | null; at: Date; expiresAt: Date }
): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', it.at).execute()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge: it.challenge,
      purpose: it.purpose,
      session_id_hash: it.sessionHash,
      expires_at: it.expiresAt
    })
    .execute()
}

/** Deletes a challenge. Returns whether it existed. */
export async function takeChallenge(
  tx: Tx,
  it: { challenge: string; purpose: Purpose; sessionHash: Buffer | null; at: Date }
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', it.challenge)
    .where('purpose', '=', it.purpose)
    .where('session_id_hash', it.sessionHash === null ? 'is' : '=', it.sessionHash)
    .where('expires_at', '>', it.at)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const columns = [
  'id',
  'user_id',
  'name',
  'public_key',
  'counter',
  'transports',
  'created_at',
  'last_used_at'
] as const

export function listPasskeys(db: Database | Tx, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(50)
    .execute()
}

/** Locks the passkey, whose signature counter may only increase. */
export function lockPasskey(tx: Tx, id: string) {
  return tx
    .selectFrom('passkeys')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

export type NewPasskey = {
  id: string
  userId: number
  name: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  at: Date
}

/** Inserts a passkey. Returns undefined if the credential already belongs to an account. */
export function insertPasskey(tx: Tx, it: NewPasskey) {
  return tx
    .insertInto('passkeys')
    .values({
      id: it.id,
      user_id: it.userId,
      name: it.name,
      public_key: Buffer.from(it.publicKey),
      counter: BigInt(it.counter),
      transports: it.transports,
      created_at: it.at
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function notePasskeyUse(tx: Tx, id: string, counter: number, at: Date): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), last_used_at: at })
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes all passkeys of an account and returns their number. */
export async function deletePasskeys(db: Database, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
