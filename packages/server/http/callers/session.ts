import type { createCookies } from './cookies.ts'

export type SignedIn = {
  id: number
  roles: readonly string[]
  /** An operator has suspended the account: it may read, and write to the operators. */
  isSuspended: boolean
}

export type Session = {
  idHash: Buffer
  user: SignedIn
  steppedUpAt: Date | null
  /**
   * It was shown the account code, which is still the only way to sign in, and which has not been used or confirmed
   * yet.
   */
  hasUnsavedCode: boolean
  /** Whether the proof was a passkey, and whether the account has one. */
  isProvedByPasskey: boolean
  hasPasskey: boolean
}

/** What every call asks of sessions; accounts make them. */
export type SessionReader = {
  cookies: ReturnType<typeof createCookies>
  read: (request: Request) => Promise<Session | null>
  readByHash: (idHash: Buffer) => Promise<Session | null>
  /** What the authenticity token belongs to: the session, else the anonymous browser, else nothing yet. */
  csrfBinding: (request: Request, session: Session | null) => string | null
  /** Whether the session has proved recently enough for a call that it is the same person. */
  isProved: (session: Session, asked: true | 'once_code_is_saved', now: Date) => boolean
  /** Whether nothing the session could show would do: an operator needs a passkey, and has none. */
  lacksPasskey: (session: Session) => boolean
}

/** Reads tokens that represent a session: gives its hash, or null for one that is not ours or has expired. */
export type TokenReader = { read: (token: string, now: Date) => Buffer | null }
