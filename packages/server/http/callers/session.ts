import type { LookAroundRole } from '@mille/api/constants.ts'
import type { createCookies } from './cookies.ts'

export type SignedIn = {
  id: number
  roles: readonly string[]
  /** Whether an operator has suspended the account. A suspended account may only read, and write to the operators. */
  isSuspended: boolean
}

/**
 * A view of another account by an operator, or by a member whom its owner invited: whose session it is, and when the view
 * ends. A member's view ends with the membership.
 */
export type Viewing = { by: SignedIn } & (
  | { as: 'operator'; until: Date }
  | { as: 'viewer'; until: null }
)

export type Session = {
  idHash: Buffer
  /** The account as which calls are made. While an operator or a member views an account, it is that one. */
  user: SignedIn
  steppedUpAt: Date | null
  /**
   * Whether the session was shown the account code, which is still the only way to sign in and has not been used or
   * confirmed yet.
   */
  hasUnsavedCode: boolean
  /** As whom a stranger looks around in a demonstration. Null in every session of an account's owner. */
  lookAround: LookAroundRole | null
  /** Null in every session that is used as its own account. */
  viewing: Viewing | null
  /** Whether the proof was a passkey, and whether the account has one. */
  isProvedByPasskey: boolean
  hasPasskey: boolean
}

/** What every call needs from sessions. The accounts module creates them. */
export type SessionReader = {
  cookies: ReturnType<typeof createCookies>
  read: (request: Request) => Promise<Session | null>
  readByHash: (idHash: Buffer) => Promise<Session | null>
  /**
   * Returns what the authenticity token is bound to: the session, or else the anonymous browser, or null if there is
   * neither.
   */
  csrfBinding: (request: Request, session: Session | null) => string | null
  /** Whether the session has recently enough proved, for a call, that it is still the same person. */
  isProved: (session: Session, asked: true | 'once_code_is_saved', now: Date) => boolean
  /** Whether no proof by the session would be accepted, because an operator needs a passkey and has none. */
  lacksPasskey: (session: Session) => boolean
}

/**
 * Reads tokens that represent a session. Returns the session's hash, or null for a token that is invalid or has
 * expired.
 */
export type TokenReader = { read: (token: string, now: Date) => Buffer | null }
