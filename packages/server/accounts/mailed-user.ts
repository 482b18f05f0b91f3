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

/** Creates the account of a verified email address. */
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
  // Another account may have taken the name meanwhile, or the link may have been opened in another window already.
  return (
    (await insertUser(tx, user)) ??
    (await insertUser(tx, { ...user, username: null })) ??
    findUserByEmail(tx, request.email)
  )
}
