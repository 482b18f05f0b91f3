import { confirmAccountCode } from '@mille/api/accounts/endpoints.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/security/endpoints.ts'
import * as schema from '@mille/api/security/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import type { Session } from '../http/callers/session.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import { browserName } from './browser-name.ts'
import { accountCodeLength, createCode, groupCode, hashAccountCode } from './codes.ts'
import { refuseWhileFrozen } from './frozen.ts'
import { listPasskeys } from './passkey-queries.ts'
import { findUser } from './queries.ts'
import {
  endSession,
  endSessions,
  listSessions,
  setAccountCode,
  setCodeSaved
} from './security-queries.ts'
import { needsPasskey, steppedUpUntil } from './step-up.ts'
import { checkStepUpCode, mailStepUpCode } from './step-up-codes.ts'

/**
 * Revokes all API keys of an account. The `api-keys` domain supplies this function because it depends on the accounts
 * domain.
 */
export type RevokeKeys = (tx: Tx, userId: number, at: Date) => Promise<void>

/** Routes for the sessions of an account and for step-up authentication. */
export function securityRoutes(serve: Serve, revokeKeys: RevokeKeys): void {
  serve(endpoints.listSessions, null, async call => {
    const rows = await listSessions(call.context.db, call.user.id, call.context.now())
    const current = sessionOf(call).idHash
    return reply({
      data: rows.map(row => ({
        type: 'sessions' as const,
        id: String(row.id),
        attributes: {
          browser: browserName(row.user_agent),
          created_at: row.created_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          is_current: row.id_hash.equals(current)
        }
      }))
    })
  })

  serve(endpoints.endSession, schema.sessionInput, async ({ context, input, user }) => {
    const isOwn = await endSession(context.db, user.id, Number(input.id))
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })

  serve(endpoints.endOtherSessions, null, async call => {
    await endSessions(call.context.db, call.user.id, sessionOf(call).idHash)
    return reply(undefined, 204)
  })

  serve(endpoints.readStepUp, null, async call =>
    reply(await stepUpDocument(call.context, sessionOf(call)))
  )

  serve(endpoints.requestStepUpCode, null, async call => {
    const { context, limits, user } = call
    const account = await findUser(context.db, user.id)
    if (!account?.email) return failure('step_up_unavailable')
    const allowed = await limits.consume(limitNames.codeRequests, stepUpSubject(sessionOf(call)))
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
    await mailStepUpCode(context, sessionOf(call), account.email)
    return reply(undefined, 204)
  })

  serve(endpoints.stepUp, schema.stepUpInput, stepUp)

  serve(confirmAccountCode, null, async call => {
    const { user, session } = call
    // Another session has never seen the code, so it cannot confirm that the code is saved.
    if (session?.hasUnsavedCode) await setCodeSaved(call.context.db, user.id)
    return reply(undefined, 204)
  })

  serve(endpoints.rotateAccountCode, null, async call => {
    const { context, user } = call
    const code = createCode(accountCodeLength, context.randomBytes)
    return context.db.transaction().execute(async tx => {
      const frozen = await refuseWhileFrozen(tx, user.id)
      if (frozen) return frozen
      await setAccountCode(tx, user.id, hashAccountCode(code), sessionOf(call).idHash)
      await endSessions(tx, user.id, sessionOf(call).idHash)
      await revokeKeys(tx, user.id, context.now())
      return reply({ data: null, meta: { access_code: groupCode(code) } }, 201)
    })
  })
}

async function stepUp(
  call: Call<z.output<typeof schema.stepUpInput>>
): Promise<Reply<AnswerOf<typeof endpoints.stepUp>>> {
  const { context, limits, input } = call
  const session = sessionOf(call)
  const subject = stepUpSubject(session)
  const allowed = await limits.check(limitNames.stepUps, subject)
  if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
  const checked = await checkStepUpCode(context, session, input.access_code)
  if (checked.ok)
    return reply(await stepUpDocument(context, { ...session, steppedUpAt: context.now() }))
  const counted = await limits.consume(limitNames.stepUps, subject)
  return counted.ok
    ? failure(checked.code, { pointer: 'access_code' })
    : tooMany(counted.retryAfterSeconds)
}

/**
 * Returns the rate-limit subject of a session: attempts in another session of the account do not count against this
 * one.
 */
export function stepUpSubject({ idHash }: Session): string {
  return `step-up ${idHash.toString('base64url')}`
}

export function sessionOf({ session }: Call<unknown>): Session {
  if (!session) throw new Error('a signed-in account has a session')
  return session
}

export async function stepUpDocument(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  session: Session
): Promise<endpoints.StepUp> {
  return {
    data: {
      type: 'step_ups',
      id: String(session.user.id),
      attributes: {
        methods: await methodsOf(db, session, config.operatorPasskeys),
        valid_until: steppedUpUntil(session, now())?.toISOString() ?? null
      }
    }
  }
}

/**
 * Returns the methods of step-up authentication. An account without an email address uses its account code
 * (docs/decisions/110).
 */
async function methodsOf(db: Database, session: Session, operatorPasskeys: boolean) {
  const userId = session.user.id
  if (session.hasPasskey && needsPasskey(session, operatorPasskeys)) return ['passkey' as const]
  const user = await findUser(db, userId)
  const passkeys = await listPasskeys(db, userId)
  return [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    user?.email ? ('mail' as const) : ('account_code' as const)
  ]
}
