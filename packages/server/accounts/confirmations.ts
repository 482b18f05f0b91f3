import { createHash } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import {
  confirmationsOf,
  deleteConfirmations,
  findChange,
  insertConfirmation,
  markConfirmed,
  type NewConfirmation,
  takeSignUp
} from './confirmation-queries.ts'
import { type Consents, noVersions } from './consents.ts'
import { createMailedUser } from './mailed-user.ts'
import { findUserByEmail, setUserEmail, type UserRow } from './queries.ts'
import { nameSignUpPlace } from './sign-up-place.ts'

const confirmationMs = dayMs

type Wanted = Omit<NewConfirmation, 'tokenHash' | 'at' | 'expiresAt'>

/**
 * Creates the URL of a confirmation link for an email. It contains 256 random bits, of which only the hash is stored.
 */
export async function createConfirmationLink(
  context: Context,
  tx: Tx,
  wanted: Wanted
): Promise<string> {
  const token = context.randomBytes(32).toString('base64url')
  const at = context.now()
  await insertConfirmation(tx, {
    ...wanted,
    tokenHash: hashOf(token),
    at,
    expiresAt: new Date(at.getTime() + confirmationMs)
  })
  return `${context.config.publicUrl}/user/confirm?token=${token}`
}

/**
 * Starts to change the email address of an account. Both sides must confirm: the owner of the old address that it is
 * given up, and the owner of the new address that it exists. If another account has the new address, only that address
 * is notified.
 */
export async function startEmailChange(
  context: Context,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'email' | 'locale'>,
  email: string
): Promise<void> {
  const at = context.now()
  const firstTouch = { username: null, locale: null, utmSource: null, partnerId: null }
  const wanted = { email, userId: user.id, agreed: noVersions, ...firstTouch }
  await deleteConfirmations(tx, user.id)
  const owner = await findUserByEmail(tx, email)
  const language = languageOf(user.locale)
  const { mails } = textsIn(language)
  const network = (await readBrand(tx)).name
  if (user.email !== null) {
    const link = await createConfirmationLink(context, tx, { ...wanted, side: 'old_address' })
    await enqueueMail(tx, { recipient: user.email, language, ...mails.oldAddress({ link }), at })
  }
  if (owner) {
    const ofOwner = languageOf(owner.locale)
    const letter = textsIn(ofOwner).mails.takenAddress({ network })
    await enqueueMail(tx, { recipient: email, language: ofOwner, ...letter, at })
    return
  }
  const link = await createConfirmationLink(context, tx, { ...wanted, side: 'new_address' })
  await enqueueMail(tx, { recipient: email, language, ...mails.newAddress({ network, link }), at })
}

export type Confirmed = { ok: true } | { ok: false; code: ConfirmationProblem }
/**
 * An opened confirmation link, with the session's account (if any) and the IP address from which the link was opened.
 */
type Pressed = { token: string; signedIn: number | null; address: string }
type ConfirmationProblem = 'confirmation_invalid' | 'confirmation_elsewhere'

/**
 * Handles a confirmation link: it creates the account of a sign-up or confirms one side of an email change. The new
 * address must be confirmed in a session of the account that requested it: the address owner may not know that account
 * and must not get it by pressing a button.
 */
export async function confirm(
  context: Context,
  tx: Tx,
  consents: Consents,
  { token, signedIn, address }: Pressed
): Promise<Confirmed> {
  const now = context.now()
  const signUp = await takeSignUp(tx, hashOf(token), now)
  if (signUp) {
    if (await findUserByEmail(tx, signUp.email)) return { ok: true }
    const place = await nameSignUpPlace(tx, context, address)
    await createMailedUser(tx, signUp, { consents, place, at: now })
    return { ok: true }
  }
  const wanted = await findChange(tx, hashOf(token), now)
  if (wanted?.side === 'new_address' && wanted.user_id !== signedIn)
    return { ok: false, code: 'confirmation_elsewhere' }
  const userId = await markConfirmed(tx, hashOf(token), now)
  if (userId === null) return { ok: false, code: 'confirmation_invalid' }
  const sides = await confirmationsOf(tx, userId)
  const [newSide] = sides.filter(it => it.side === 'new_address')
  // If another account has the new address, no link is sent for it, so the change never happens.
  if (newSide && sides.every(it => it.confirmed_at !== null)) {
    const taken = await findUserByEmail(tx, newSide.email)
    if (!taken) await setUserEmail(tx, userId, newSide.email, now)
    await deleteConfirmations(tx, userId)
  }
  return { ok: true }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
