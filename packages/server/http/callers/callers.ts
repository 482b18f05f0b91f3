import type { ApiScope } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { type Failure, failure } from '../answers/reply.ts'
import { type Limit, type Limits, limitHeaders } from '../limits/limits.ts'
import { hasNoSession } from './cross-origin.ts'
import { lookingAround } from './look-around.ts'
import { computingWrites, nameOf, type ReadOnly, refuseRead, refuseWrite } from './read-only.ts'
import type { Session, SessionReader, SignedIn, TokenReader } from './session.ts'
import { viewing } from './viewing.ts'

/**
 * Who makes a call, and by which credential. Browsers send only cookies automatically, so only calls with a cookie need
 * an authenticity token.
 */
export type Caller = {
  by: 'nothing' | 'cookie' | 'token' | 'key'
  session: Session | null
  visitor: SignedIn | null
  scopes: readonly ApiScope[]
  /** Headers for every response to an API key: how much of its rate limit is left. */
  headers: Record<string, string>
}

export type KeyOwner = {
  id: number
  userId: number
  isSuspended: boolean
  scopes: readonly ApiScope[]
}
export type FindKey = (token: string) => Promise<KeyOwner | null>
type Parts = {
  sessions: SessionReader
  tokens: TokenReader
  findKey: FindKey
  isKey: (token: string) => boolean
  limits: Limits
  now: () => Date
}
type Found = { ok: true; caller: Caller } | (Failure & { headers: Record<string, string> })

const keyCalls: Limit = { name: 'api', points: 600, seconds: 60 }

/**
 * Creates a reader for the cookie or bearer token of a request. An invalid token is refused even where none is needed.
 */
export function createCallers({ sessions, tokens, findKey, isKey, limits, now }: Parts) {
  const none = { scopes: [], headers: {} }

  async function byToken(token: string): Promise<Found> {
    const idHash = tokens.read(token, now())
    const session = idHash ? await sessions.readByHash(idHash) : null
    if (!session) return refused()
    return { ok: true, caller: { by: 'token', session, visitor: session.user, ...none } }
  }

  async function byKey(token: string): Promise<Found> {
    const key = await findKey(token)
    if (!key) return refused()
    const counted = await limits.consume(keyCalls, `key ${key.id}`)
    const headers = limitHeaders(keyCalls, counted)
    if (!counted.ok) {
      const { retryAfterSeconds } = counted
      return { ...failure('too_many_requests', { retryAfterSeconds }), headers }
    }
    // An API key never acts as an operator, even if it belongs to one.
    const visitor = { id: key.userId, roles: [], isSuspended: key.isSuspended }
    return {
      ok: true,
      caller: { by: 'key', session: null, visitor, scopes: key.scopes, headers }
    }
  }

  return {
    async read(request: Request, endpoint: AnyEndpoint): Promise<Found> {
      // Calls without a session have tokens of their own or need no account, so cookies are ignored.
      if (hasNoSession(endpoint))
        return { ok: true, caller: { by: 'nothing', session: null, visitor: null, ...none } }
      const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
      if (token !== undefined) return isKey(token) ? byKey(token) : byToken(token)
      const session = await sessions.read(request)
      const by = session ? 'cookie' : 'nothing'
      return { ok: true, caller: { by, session, visitor: session?.user ?? null, ...none } }
    }
  }
}

export type Callers = ReturnType<typeof createCallers>

/** Returns why the caller may not make the call, or null. */
export function refuse(endpoint: AnyEndpoint, caller: Caller): Failure | null {
  const kind = readOnlyOf(caller.session)
  const refused =
    (kind && refuseWrite(kind, endpoint)) ??
    (endpoint.auth === 'public' ? null : refuseRights(endpoint, caller))
  if (refused) return refused
  if (kind) return refuseRead(kind, endpoint)
  if (endpoint.auth === 'public') return null
  const isWrite = endpoint.method !== 'GET' && !endpoint.whileSuspended
  return isWrite && caller.visitor?.isSuspended ? failure('account_suspended') : null
}

/** Returns which kind of read-only session it is; null for one that is used as its own account. */
export function readOnlyOf(session: Session | null): ReadOnly | null {
  if (session?.viewing) return viewing
  return session?.lookAround ? lookingAround : null
}

/**
 * Returns the caller whom the handler of a call sees. A read-only session makes no write as the account that is shown,
 * not even one that is open to everyone.
 */
export function callerForHandler(endpoint: AnyEndpoint, caller: Caller): Caller {
  if (!readOnlyOf(caller.session) || endpoint.method === 'GET') return caller
  if (computingWrites.has(nameOf(endpoint))) return { ...caller, session: null, visitor: null }
  return endpoint.auth === 'public' ? { ...caller, visitor: null } : caller
}

function refuseRights(endpoint: AnyEndpoint, { by, visitor, scopes }: Caller): Failure | null {
  if (!visitor) return failure('not_authenticated')
  if (by === 'key') {
    const wanted = endpoint.scopes ?? []
    if (wanted.some(scope => scopes.includes(scope))) return null
    const detail =
      wanted.length === 0
        ? 'API keys cannot be used for this call. Sign in instead.'
        : `The API key requires the scope ${wanted.join(' or ')}.`
    return failure('scope_missing', { detail })
  }
  const isOpen = endpoint.auth !== 'admin' || mayOperate(endpoint, visitor.roles)
  return isOpen ? null : failure('not_authorized')
}

function refused(): Failure & { headers: Record<string, string> } {
  return {
    ...failure('not_authenticated', { detail: 'The bearer token is not valid or has expired.' }),
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' }
  }
}
