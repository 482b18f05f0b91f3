import { createHash, timingSafeEqual } from 'node:crypto'
import * as endpoints from '@mille/api/hand-offs/endpoints.ts'
import * as schema from '@mille/api/hand-offs/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import type { ReadFigures } from './document.ts'
import {
  deleteWidgetSession,
  findWidgetSession,
  insertHandOff,
  insertWidgetSession,
  takeHandOff,
  type WidgetSessionKey
} from './hand-off-queries.ts'
import { findUser, type UserRow } from './queries.ts'

const handOffMs = 60_000
const widgetSessionMs = 15 * 60_000

/** Signing in on other sites: docs/decisions/059-signing-in-on-other-sites.md. */
export function handOffRoutes(serve: Serve, readFigures: ReadFigures) {
  serve(endpoints.createHandOff, schema.handOffInput, async call => {
    const { context, limits, user, session, input, address } = call
    if (!session) return failure('not_authenticated')
    if (!context.config.allowedOrigins.has(input.origin))
      return failure('origin_not_allowed', { pointer: 'origin' })
    const allowed = await limits.consume(limitNames.handOffs, addressBlock(address))
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)

    const code = context.randomBytes(32).toString('base64url')
    const at = context.now()
    const expiresAt = new Date(at.getTime() + handOffMs)
    const handOff = {
      codeHash: sha256(code),
      userId: user.id,
      sessionIdHash: session.idHash,
      origin: input.origin,
      challenge: Buffer.from(input.challenge, 'base64url'),
      at,
      expiresAt
    }
    await context.db.transaction().execute(tx => insertHandOff(tx, handOff))
    const attributes = { code, expires_at: expiresAt.toISOString() }
    return reply({ data: { type: 'handoffs' as const, id: '1', attributes } }, 201)
  })

  serve(endpoints.exchangeHandOff, schema.exchangeInput, async call => {
    const { context, limits, input, address, request } = call
    const allowed = await limits.consume(limitNames.handOffs, addressBlock(address))
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)

    const token = context.randomBytes(32).toString('base64url')
    const at = context.now()
    const expiresAt = new Date(at.getTime() + widgetSessionMs)
    const session = { tokenHash: sha256(token), at, expiresAt }
    const opened = await context.db
      .transaction()
      .execute(tx => openWidgetSession(tx, input, request.headers.get('origin'), session))
    if (!opened) return failure('handoff_invalid', { pointer: 'code' })
    const attributes = {
      ...(await widgetFields(context, readFigures, opened)),
      user_id: String(opened.id),
      token,
      expires_at: expiresAt.toISOString()
    }
    return reply({ data: { type: 'widget_sessions' as const, id: '1', attributes } }, 201)
  })

  serve(endpoints.readWidgetSession, null, async ({ context, request }) => {
    const key = sessionKey(context, request)
    const found = key && (await findWidgetSession(context.db, key))
    const user = found && (await findUser(context.db, found.user_id))
    if (!user) return failure('not_authenticated')
    const attributes = await widgetFields(context, readFigures, user)
    return reply({ data: { type: 'widget_users' as const, id: String(user.id), attributes } })
  })

  serve(endpoints.endWidgetSession, null, async ({ context, request }) => {
    const key = sessionKey(context, request)
    const isEnded = key !== null && (await deleteWidgetSession(context.db, key))
    return isEnded ? reply(undefined, 204) : failure('not_authenticated')
  })
}

/**
 * Opens a widget session for the account of the hand-off. Returns null unless the code is still valid and the page that
 * requested it makes the call.
 */
async function openWidgetSession(
  tx: Tx,
  { code, verifier }: z.output<typeof schema.exchangeInput>,
  askedBy: string | null,
  session: { tokenHash: Buffer; at: Date; expiresAt: Date }
): Promise<UserRow | null | undefined> {
  const handOff = await takeHandOff(tx, sha256(code))
  const isRight =
    handOff !== undefined &&
    handOff.expires_at > session.at &&
    handOff.origin === askedBy &&
    timingSafeEqual(handOff.challenge, sha256(verifier))
  if (!isRight) return null
  const { user_id: userId, session_id_hash: sessionIdHash, origin } = handOff
  await insertWidgetSession(tx, { ...session, userId, sessionIdHash, origin })
  return findUser(tx, userId)
}

function tooMany(retryAfterSeconds: number) {
  return failure('too_many_requests', { retryAfterSeconds })
}

/** Returns the key of a widget session. A token is valid only from the origin that received it. */
function sessionKey(context: Context, request: Request): WidgetSessionKey | null {
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const origin = request.headers.get('origin')
  return token && origin ? { tokenHash: sha256(token), origin, now: context.now() } : null
}

async function widgetFields(context: Context, readFigures: ReadFigures, user: UserRow) {
  const { feedback_url } = await readFigures(context.db, user.id)
  // Only the network knows the whole email address: the widget receives at most the part before the @.
  return { name: user.username ?? user.email?.split('@')[0] ?? String(user.id), feedback_url }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
