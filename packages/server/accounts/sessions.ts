import { createHash } from 'node:crypto'
import { viewPerson } from '@mille/api/admin/endpoints.ts'
import { type LookAroundRole, lookAroundRoles } from '@mille/api/constants.ts'
import { isStaff, mayOperate } from '@mille/api/may-operate.ts'
import { type Insertable, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { DB } from '../db/schema.generated.ts'
import { createCookies } from '../http/callers/cookies.ts'
import type { Session, SignedIn, Viewing } from '../http/callers/session.ts'
import { isFrozen } from './frozen.ts'
import { isProved, needsPasskey } from './step-up.ts'

export type Opening = { userAgent: string; before: Session | null; proof: Proof | null }
/** How a user opened a session or confirmed their identity. */
export type Proof = 'code' | 'passkey'

const day = 86_400
const idleSeconds = 30 * day
const longestSeconds = 180 * day
const lookAroundSeconds = 2 * 3600
const viewingMs = 30 * 60_000
const touchMs = 60_000

/**
 * Creates and reads sessions. A session is 256 random bits in a cookie and their SHA-256 in the database: it lasts 30
 * days when idle and 180 days at most. Visitors who are not signed in have a cookie of the same strength that only
 * binds the authenticity token.
 */
export function createSessions(context: Context) {
  const cookies = createCookies(context.config.publicUrl)

  return {
    cookies,
    isProved: (session: Session, asked: true | 'once_code_is_saved', now: Date) =>
      isProved(session, asked, now, context.config),

    lacksPasskey: (session: Session) =>
      needsPasskey(session, context.config.operatorPasskeys) && !session.hasPasskey,

    async read(request: Request): Promise<Session | null> {
      const idHash = hashOf(cookies.read(request, 'session'))
      return idHash ? readSession(context, idHash) : null
    },

    readByHash: (idHash: Buffer): Promise<Session | null> => readSession(context, idHash),

    /**
     * Returns what the authenticity token is bound to: the session, or the anonymous browser; null if there is neither.
     */
    csrfBinding(request: Request, session: Session | null): string | null {
      if (session) return `session ${session.idHash.toString('hex')}`
      const anonymous = cookies.read(request, 'anonymous')
      return anonymous ? `anonymous ${anonymous}` : null
    },

    /**
     * Replaces the current session with a new one and returns the cookie to set. An emailed code or a passkey that
     * opened the session also counts as step-up authentication, so that no other is required immediately.
     */
    async open(tx: Tx, userId: number, { userAgent, before, proof }: Opening): Promise<string> {
      const now = context.now()
      const id = await replaceSession(tx, context, before, {
        user_id: userId,
        user_agent: userAgent.slice(0, 200),
        created_at: now,
        stepped_up_at: proof ? now : null,
        stepped_up_by_passkey: proof === 'passkey',
        expires_at: expiry(now, now)
      })
      return cookies.write('session', id, longestSeconds)
    },

    /**
     * Opens a session of two hours for a stranger who looks around in a demonstration, and returns its cookie. It is
     * never extended, has proved nothing, and is not among the sessions that the account's owner sees.
     */
    async openLookAround(tx: Tx, userId: number, opening: LookAroundOpening): Promise<string> {
      const now = context.now()
      const id = await replaceSession(tx, context, opening.before, {
        ...{ user_id: userId, user_agent: '', created_at: now },
        expires_at: new Date(now.getTime() + lookAroundSeconds * 1000),
        look_around: opening.role
      })
      return cookies.write('session', id, lookAroundSeconds)
    },

    /** Returns the hash of the session in a cookie from `open`. */
    hashOfCookie(cookie: string): Buffer {
      const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
      return createHash('sha256').update(value).digest()
    },

    async close(tx: Tx, session: Session): Promise<string> {
      await tx.deleteFrom('sessions').where('id_hash', '=', session.idHash).execute()
      return cookies.clear('session')
    }
  }
}

type ViewingColumns = {
  viewing_user_id: number | null
  viewing_until: Date | null
  viewing_membership_id: number | null
}

/** Makes an operator's session one that sees another account, without being able to change anything. */
export async function startViewing(
  tx: Tx,
  session: Session,
  userId: number,
  now: Date
): Promise<Date> {
  const until = new Date(now.getTime() + viewingMs)
  await setViewing(tx, session, { ...notViewing, viewing_user_id: userId, viewing_until: until })
  return until
}

/** Makes a member's session one that sees the account of the membership, without being able to change anything. */
export function startViewingAsMember(tx: Tx, session: Session, id: number): Promise<void> {
  return setViewing(tx, session, { ...notViewing, viewing_membership_id: id })
}

/** Makes the session the operator's or the member's own again. */
export function endViewing(tx: Tx, session: Session): Promise<void> {
  return setViewing(tx, session, notViewing)
}

const notViewing: ViewingColumns = {
  ...{ viewing_user_id: null, viewing_until: null },
  viewing_membership_id: null
}

async function setViewing(tx: Tx, { idHash }: Session, columns: ViewingColumns): Promise<void> {
  await tx.updateTable('sessions').set(columns).where('id_hash', '=', idHash).execute()
}

type LookAroundOpening = { role: LookAroundRole; before: Session | null }

type NewSession = Omit<Insertable<DB['sessions']>, 'id_hash' | 'last_seen_at'>

/** Stores a new session in place of the one before, if there is one, and returns its random ID, which only the cookie has. */
async function replaceSession(
  tx: Tx,
  { randomBytes }: Context,
  before: Session | null,
  session: NewSession
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  if (before) await tx.deleteFrom('sessions').where('id_hash', '=', before.idHash).execute()
  const id_hash = createHash('sha256').update(id).digest()
  await tx
    .insertInto('sessions')
    .values({ ...session, id_hash, last_seen_at: session.created_at })
    .execute()
  return id
}

/** Reads a session; null if it has ended. Reading a session extends its idle time. */
async function readSession(context: Context, idHash: Buffer): Promise<Session | null> {
  const now = context.now()
  const found = await findSession(context, idHash, now)
  if (!found) return null
  const lookAround = lookAroundRoles.find(it => it === found.look_around) ?? null
  if (!lookAround && now.getTime() - found.last_seen_at.getTime() > touchMs) {
    const expires = expiry(now, found.created_at)
    await context.db
      .updateTable('sessions')
      .set({ last_seen_at: now, expires_at: expires })
      .where('id_hash', '=', idHash)
      .execute()
  }
  // An advertiser or a publisher may have become an operator since a stranger began to look around.
  const hasNoRights = lookAround !== null && lookAround !== 'operator'
  const user = signedInAs(hasNoRights ? { ...found, roles: [] } : found)
  const viewed = await findViewed(context.db, user, found, now)
  if (viewed) return { ...unproved, idHash, ...viewed, lookAround: null }
  const { stepped_up_at: steppedUpAt, hasUnsavedCode } = found
  const isProvedByPasskey = found.stepped_up_by_passkey
  return {
    ...{ idHash, user, steppedUpAt, hasUnsavedCode, isProvedByPasskey, lookAround },
    ...{ hasPasskey: found.hasPasskey, viewing: null }
  }
}

/** While an operator or a member views an account, their own proof of identity counts for nothing. */
const unproved = {
  steppedUpAt: null,
  hasUnsavedCode: false,
  isProvedByPasskey: false,
  hasPasskey: false
}

function findSession({ db, config }: Context, idHash: Buffer, now: Date) {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id',
        'users.roles',
        'sessions.created_at',
        'sessions.last_seen_at',
        'sessions.stepped_up_at',
        'sessions.stepped_up_by_passkey',
        'sessions.look_around',
        'sessions.viewing_user_id',
        'sessions.viewing_until',
        'sessions.viewing_membership_id',
        hasPasskey.as('hasPasskey'),
        isCodeUnsaved.as('hasUnsavedCode'),
        isSuspended.as('isSuspended')
      ])
      .where('sessions.id_hash', '=', idHash)
      .where('sessions.expires_at', '>', now)
      // If the network is no longer a demonstration, strangers' sessions have ended.
      .$if(!config.lookAround, query => query.where('sessions.look_around', 'is', null))
      .limit(1)
      .executeTakeFirst()
  )
}

/** Returns the account that an operator or a member views in a session, or null. */
function findViewed(db: Database, by: SignedIn, columns: ViewingColumns, now: Date) {
  const { viewing_membership_id: membership } = columns
  return membership === null
    ? findViewedByOperator(db, by, columns, now)
    : findViewedByMember(db, by, membership)
}

type Viewed = { user: SignedIn; viewing: Viewing } | null

/**
 * Returns the account that a member views, or null. A view ends when the membership does, when the account becomes an
 * operator's, and when the member is suspended or frozen.
 */
async function findViewedByMember(db: Database, by: SignedIn, id: number): Promise<Viewed> {
  const person = await db
    .selectFrom('account_members')
    .innerJoin('users', 'users.id', 'account_members.user_id')
    .select(['users.id', 'users.roles', isSuspended.as('isSuspended')])
    .where('account_members.id', '=', id)
    .where('account_members.member_id', '=', by.id)
    .where('account_members.accepted_at', 'is not', null)
    .where('account_members.ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where(eb => eb.not(isFrozen(sql`${by.id}`)))
    .limit(1)
    .executeTakeFirst()
  if (!person || isStaff(person.roles)) return null
  return { user: signedInAs(person), viewing: { by, as: 'viewer', until: null } }
}

/**
 * Returns the account that an operator views, or null. A view ends at its time, when the operator loses
 * the role or is suspended, and when the account is deleted or becomes an operator's.
 */
async function findViewedByOperator(
  db: Database,
  by: SignedIn,
  { viewing_user_id: id, viewing_until: until }: ViewingColumns,
  now: Date
): Promise<Viewed> {
  if (id === null || until === null || until <= now) return null
  if (!mayOperate(viewPerson, by.roles)) return null
  const person = await db
    .selectFrom('users')
    .select(['users.id', 'users.roles', isSuspended.as('isSuspended')])
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!person || isStaff(person.roles)) return null
  return { user: signedInAs(person), viewing: { by, as: 'operator', until } }
}

/** Returns those of the given sessions that have not ended, by hash in hex, with the roles of their accounts. */
export async function findLiveSessions(
  db: Database,
  hashes: readonly Buffer[],
  now: Date
): Promise<Map<string, readonly string[]>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'sessions.id_hash', 'users.roles', isSuspended.as('isSuspended')])
    .where('sessions.id_hash', 'in', [...hashes])
    .where('sessions.expires_at', '>', now)
    .limit(hashes.length)
    .execute()
  return new Map(rows.map(row => [row.id_hash.toString('hex'), signedInAs(row).roles]))
}

/** A suspended operator has no more rights than any other account. */
function signedInAs({ id, roles, isSuspended }: SignedIn): SignedIn {
  return { id, roles: isSuspended ? [] : roles, isSuspended }
}

const isSuspended = sql<boolean>`
  exists (select from suspended_accounts where suspended_accounts.user_id = users.id)`

const hasPasskey = sql<boolean>`
  exists (select from passkeys where passkeys.user_id = users.id)`

/**
 * An email address or a passkey is another way to sign in and to confirm one's identity, so the code does not have to
 * be saved.
 */
const isCodeUnsaved = sql<boolean>`
  coalesce(users.unsaved_code_session = sessions.id_hash, false) and users.email is null
  and not ${hasPasskey}`

export type Sessions = ReturnType<typeof createSessions>

function hashOf(cookie: string | null): Buffer | null {
  return cookie ? createHash('sha256').update(cookie).digest() : null
}

function expiry(now: Date, created: Date): Date {
  return new Date(
    Math.min(now.getTime() + idleSeconds * 1000, created.getTime() + longestSeconds * 1000)
  )
}
