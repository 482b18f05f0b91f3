import type { Tx } from '../db/connect.ts'
import { chosenLanguage } from '../languages/texts.ts'
import type { Consents } from './consents.ts'
import { findUserByEmail, insertUser, type UserRow } from './queries.ts'

type NewMailed = {
  email: string
  username: string | null
  locale: string | null
  utm_source: string | null
  partner_id: number | null
  terms_version: number | null
  privacy_version: number | null
}

/** Creates the account of a verified email address. */
export async function createMailedUser(
  tx: Tx,
  request: NewMailed,
  { consents, place, at }: { consents: Consents; place: Buffer | null; at: Date }
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
  const created =
    (await insertUser(tx, user)) ?? (await insertUser(tx, { ...user, username: null }))
  if (!created) return findUserByEmail(tx, request.email)
  const agreed = { terms: request.terms_version, privacy: request.privacy_version }
  await consents.record(tx, created.id, agreed, at)
  return created
}
