import { createHash } from 'node:crypto'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import { readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import {
  createCode,
  createCodeHmac,
  groupCode,
  hashAccountCode,
  oneTimeCodeLength,
  oneTimeCodeMs,
  oneTimeCodeTries
} from './codes.ts'
import { createConfirmationLink } from './confirmations.ts'
import type { AgreedVersions, Consents } from './consents.ts'
import { createMailedUser } from './mailed-user.ts'
import {
  countTry,
  findUserByCodeHash,
  findUserByEmail,
  insertCodeRequest,
  lockCodeRequest,
  markUsed,
  type UserRow
} from './queries.ts'
import { setCodeSaved } from './security-queries.ts'
import { nameSignUpPlace } from './sign-up-place.ts'

export type FirstTouch = { utmSource: string | null; partnerId: number | null }
export type CodeRequestInput = FirstTouch & {
  email: string
  username: string | null
  /** Language of the page on which the code was requested. */
  locale: TranslatedLanguage | null
  mayCreate: boolean
  /** The versions of the legal pages that the form showed. */
  agreed: AgreedVersions
}

/**
 * Emails a one-time code and returns the cookie value that binds it to this browser. Known and unknown addresses take
 * the same path: one request, one email. Only the email says that an unknown address cannot open an account.
 */
export async function startCodeRequest(
  context: Context,
  tx: Tx,
  input: CodeRequestInput
): Promise<string> {
  const id = context.randomBytes(32).toString('base64url')
  const idHash = createHash('sha256').update(id).digest()
  const code = createCode(oneTimeCodeLength, context.randomBytes)
  const hmac = createCodeHmac(context.config.secret).create(code, idHash)
  const at = context.now()
  const known = await findUserByEmail(tx, input.email)
  const opens = known !== undefined || input.mayCreate
  await insertCodeRequest(tx, {
    ...input,
    idHash,
    codeHmac: opens ? hmac : null,
    at,
    expiresAt: new Date(at.getTime() + oneTimeCodeMs)
  })
  // An address that has an account must look the same, so that responses cannot tell the two cases apart.
  const link = input.mayCreate
    ? await createConfirmationLink(context, tx, { ...input, side: 'sign_up', userId: null })
    : null
  const language = languageOf(known?.locale ?? input.locale)
  const { mails } = textsIn(language)
  const page = `${context.config.publicUrl}/user/sign_in`
  const network = (await readBrand(tx)).name
  const letter = opens
    ? mails.accessCode({ network, code: groupCode(code), page: `${page}#enter-access-code`, link })
    : mails.noAccount({ network, page: `${page}#create-account` })
  await enqueueMail(tx, { recipient: input.email, language, ...letter, at })
  return id
}

export type CodeCheck =
  | { ok: true; user: UserRow }
  | { ok: false; code: 'access_code_wrong' | 'access_code_expired' }

type TypedCode = {
  code: string
  /** The code request that is stored in the requesting browser's cookie. */
  requestId: string | null
  /** IP address from which the code was entered. */
  address: string
  consents: Consents
}

/** Checks a one-time code and returns its account. An emailed code creates an account if its request allowed that. */
export async function checkOneTimeCode(
  context: Context,
  tx: Tx,
  { code, requestId, address, consents }: TypedCode
): Promise<CodeCheck> {
  if (requestId === null) return { ok: false, code: 'access_code_expired' }
  const idHash = createHash('sha256').update(requestId).digest()
  const request = await lockCodeRequest(tx, idHash)
  const now = context.now()
  if (
    !request ||
    request.used_at !== null ||
    request.expires_at <= now ||
    request.tries >= oneTimeCodeTries
  ) {
    return { ok: false, code: 'access_code_expired' }
  }
  const right =
    request.code_hmac !== null &&
    createCodeHmac(context.config.secret).matches(code, idHash, request.code_hmac)
  if (!right) {
    await countTry(tx, idHash)
    return { ok: false, code: 'access_code_wrong' }
  }
  await markUsed(tx, idHash, now)
  const known = await findUserByEmail(tx, request.email)
  const mayCreate = !known && request.may_create
  const place = mayCreate ? await nameSignUpPlace(tx, context, address) : null
  const user = mayCreate ? await createMailedUser(tx, request, { consents, place, at: now }) : known
  return user ? { ok: true, user } : { ok: false, code: 'access_code_expired' }
}

export async function checkAccountCode(tx: Tx, code: string): Promise<CodeCheck> {
  const user = await findUserByCodeHash(tx, hashAccountCode(code))
  if (!user) return { ok: false, code: 'access_code_wrong' }
  await setCodeSaved(tx, user.id)
  return { ok: true, user }
}
