import type { Database, Tx } from '../db/connect.ts'

export type NewHandOff = {
  codeHash: Buffer
  userId: number
  sessionIdHash: Buffer
  origin: string
  challenge: Buffer
  at: Date
  expiresAt: Date
}

/** Stores a hand-off and deletes expired ones, which are few and not read by anything else. */
export async function insertHandOff(tx: Tx, handOff: NewHandOff): Promise<void> {
  await tx.deleteFrom('hand_offs').where('expires_at', '<', handOff.at).execute()
  await tx
    .insertInto('hand_offs')
    .values({
      code_hash: handOff.codeHash,
      user_id: handOff.userId,
      session_id_hash: handOff.sessionIdHash,
      origin: handOff.origin,
      challenge: handOff.challenge,
      created_at: handOff.at,
      expires_at: handOff.expiresAt
    })
    .execute()
}

/** Reads and deletes a code on its first use, whether right or wrong: of two simultaneous uses, one finds nothing. */
export function takeHandOff(tx: Tx, codeHash: Buffer) {
  return tx
    .deleteFrom('hand_offs')
    .where('code_hash', '=', codeHash)
    .returning(['user_id', 'session_id_hash', 'origin', 'challenge', 'expires_at'])
    .executeTakeFirst()
}

export type NewWidgetSession = Omit<NewHandOff, 'codeHash' | 'challenge'> & { tokenHash: Buffer }

export async function insertWidgetSession(tx: Tx, session: NewWidgetSession): Promise<void> {
  await tx.deleteFrom('widget_sessions').where('expires_at', '<', session.at).execute()
  await tx
    .insertInto('widget_sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      session_id_hash: session.sessionIdHash,
      origin: session.origin,
      created_at: session.at,
      expires_at: session.expiresAt
    })
    .execute()
}

export type WidgetSessionKey = { tokenHash: Buffer; origin: string; now: Date }

export function findWidgetSession(db: Database, { tokenHash, origin, now }: WidgetSessionKey) {
  return db
    .selectFrom('widget_sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('origin', '=', origin)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
}

/** Ends a widget session. Returns whether one existed. */
export async function deleteWidgetSession(db: Database, key: WidgetSessionKey): Promise<boolean> {
  const deleted = await db
    .deleteFrom('widget_sessions')
    .where('token_hash', '=', key.tokenHash)
    .where('origin', '=', key.origin)
    .where('expires_at', '>', key.now)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}
