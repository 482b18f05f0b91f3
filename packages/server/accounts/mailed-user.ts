import type { Tx } from '../db/connect.ts'
import { chosenLanguage } from '../languages/texts.ts'
import { findUserByEmail, insertUser, type UserRow } from './queries.ts'

type NewMailed = {
  email: string
  username: string | null
  locale: string | null
  utm_source: string | null
  partner_id: number | null
}

/** The account of an address that has proved itself. */
export async function createMailedUser(
  tx: Tx,
  request: NewMailed,
  { place, at }: { place: Buffer | null; at: Date }
): Promise<UserRow | undefined> {
  const user = {
    email: request.email,
    username: request.username,
    locale: chosenLanguage(request.locale),
    accountCodeHash: null,
    utmSource: request.utm_source,
    partnerId: request.partner_id,
    place,
    at
  }
  // The name may have been taken since it was asked for; the address may have been opened in another window.
  return (
    (await insertUser(tx, user)) ??
    (await insertUser(tx, { ...user, username: null })) ??
    findUserByEmail(tx, request.email)
  )
}
