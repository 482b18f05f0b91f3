import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import type { Tx } from '../db/connect.ts'
import type { AgreedVersions } from './consents.ts'

export type Side = 'sign_up' | 'new_address' | 'old_address'
export type NewConfirmation = {
  tokenHash: Buffer
  side: Side
  email: string
  username: string | null
  locale: TranslatedLanguage | null
  utmSource: string | null
  partnerId: number | null
  agreed: AgreedVersions
  /** The account whose email address changes; null for a sign-up. */
  userId: number | null
  at: Date
  expiresAt: Date
}

export async function insertConfirmation(tx: Tx, it: NewConfirmation): Promise<void> {
  await tx
    .insertInto('confirmations')
    .values({
      token_hash: it.tokenHash,
      side: it.side,
      email: it.email,
      username: it.username,
      locale: it.locale,
      utm_source: it.utmSource,
      partner_id: it.partnerId,
      terms_version: it.agreed.terms,
      privacy_version: it.agreed.privacy,
      user_id: it.userId,
      created_at: it.at,
      expires_at: it.expiresAt
    })
    .execute()
}

/** Reads and deletes the link of a sign-up, so that it works only once. */
export function takeSignUp(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .deleteFrom('confirmations')
    .where('token_hash', '=', tokenHash)
    .where('side', '=', 'sign_up')
    .where('expires_at', '>', now)
    .returning(['email', 'username', 'locale', 'utm_source', 'partner_id'])
    .returning(['terms_version', 'privacy_version'])
    .executeTakeFirst()
}

/** Returns the account whose email change a link belongs to, and the side that the link confirms. */
export function findChange(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .selectFrom('confirmations')
    .select(['user_id', 'side'])
    .where('token_hash', '=', tokenHash)
    .where('side', '<>', 'sign_up')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
}

/**
 * Confirms one side of an email change. Returns the account, or null for an invalid link. Opening a link twice confirms
 * it only once.
 */
export async function markConfirmed(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await tx
    .updateTable('confirmations')
    .set({ confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('side', '<>', 'sign_up')
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Locks the rows, so that of two sides that confirm at the same time one sees the other. */
export function confirmationsOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('confirmations')
    .select(['side', 'email', 'confirmed_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .limit(2)
    .execute()
}

export async function deleteConfirmations(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('confirmations').where('user_id', '=', userId).execute()
}
