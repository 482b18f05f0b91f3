import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/passkeys/endpoints.ts'
import * as schema from '@mille/api/passkeys/schema.ts'
import type { z } from 'zod'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import { type ReadFigures, userDocument } from './document.ts'
import { refuseWhileFrozen } from './frozen.ts'
import type { KnownDevices } from './known-device.ts'
import { deletePasskey, listPasskeys } from './passkey-queries.ts'
import { addPasskey, askPasskey, checkPasskey } from './passkeys.ts'
import { findUser } from './queries.ts'
import { setSteppedUp } from './security-queries.ts'
import { sessionOf, stepUpDocument, stepUpSubject } from './security-routes.ts'
import type { Sessions } from './sessions.ts'

/** Passkeys let a user sign in without email and confirm their identity. */
export function passkeyRoutes(
  serve: Serve,
  sessions: Sessions,
  devices: KnownDevices,
  readFigures: ReadFigures
): void {
  serve(endpoints.createPasskeyChallenge, schema.challengeInput, async call => {
    const { context, input, session, limits, address, request } = call
    if (input.purpose !== 'sign_in' && !session) return failure('not_authenticated')
    const own = session ? stepUpSubject(session) : devices.read(request)?.id
    const allowed = own
      ? await limits.consume(limitNames.passkeyChallenges, own)
      : await limits.consume(limitNames.passkeyChallengesByBlock, addressBlock(address))
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
    const options = await askPasskey(context, input.purpose, session)
    return reply(
      { data: { type: 'passkey_challenges' as const, id: input.purpose, attributes: { options } } },
      201
    )
  })

  serve(endpoints.listPasskeys, null, async ({ context, user }) =>
    reply({ data: (await listPasskeys(context.db, user.id)).map(passkeyResource) })
  )

  serve(endpoints.createPasskey, schema.newPasskeyInput, async call => {
    const { context, input, user } = call
    return context.db.transaction().execute(async tx => {
      const frozen = await refuseWhileFrozen(tx, user.id)
      if (frozen) return frozen
      const added = await addPasskey(context, tx, sessionOf(call), input)
      if (!added) return failure('passkey_invalid')
      return reply({ data: passkeyResource(added) }, 201)
    })
  })

  serve(endpoints.deletePasskey, schema.passkeyInput, async ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const frozen = await refuseWhileFrozen(tx, user.id)
      if (frozen) return frozen
      const isOwn = await deletePasskey(tx, user.id, input.id)
      return isOwn ? reply(undefined, 204) : failure('not_found')
    })
  )

  serve(endpoints.signInWithPasskey, schema.passkeyResponseInput, async call => {
    // Wrong attempts are not counted here: a passkey cannot be guessed, and each attempt needs a challenge, which is
    // rate-limited.
    const { context, input, request, session } = call
    const opened = await context.db.transaction().execute(async tx => {
      const userId = await checkPasskey(context, tx, 'sign_in', null, input.response)
      if (userId === null) return null
      const userAgent = request.headers.get('user-agent') ?? ''
      const cookie = await sessions.open(tx, userId, {
        userAgent,
        before: session,
        proof: 'passkey'
      })
      return { userId, cookie }
    })
    const user = opened && (await findUser(context.db, opened.userId))
    if (!user) return failure('passkey_invalid')
    const known = devices.cookieFor(request, user.id)
    return reply(userDocument(user, await readFigures(context.db, user.id), null), 200, {
      cookies: [opened.cookie, ...(known ? [known] : [])]
    })
  })

  serve(endpoints.stepUpWithPasskey, schema.passkeyResponseInput, stepUpWithPasskey)
}

async function stepUpWithPasskey(
  call: Call<z.output<typeof schema.passkeyResponseInput>>
): Promise<Reply<AnswerOf<typeof endpoints.stepUpWithPasskey>>> {
  const { context, input, limits, user } = call
  const session = sessionOf(call)
  const subject = stepUpSubject(session)
  const allowed = await limits.check(limitNames.stepUps, subject)
  if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
  const isProved = await context.db.transaction().execute(async tx => {
    const owner = await checkPasskey(context, tx, 'step_up', session, input.response)
    if (owner !== user.id) return false
    await setSteppedUp(tx, session.idHash, 'passkey', context.now())
    return true
  })
  if (isProved)
    return reply(await stepUpDocument(context, { ...session, steppedUpAt: context.now() }))
  const counted = await limits.consume(limitNames.stepUps, subject)
  return counted.ok ? failure('passkey_invalid') : tooMany(counted.retryAfterSeconds)
}

type Row = Awaited<ReturnType<typeof listPasskeys>>[number]

function passkeyResource({ id, name, created_at, last_used_at }: Row): endpoints.Passkey {
  return {
    type: 'passkeys',
    id,
    attributes: {
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null
    }
  }
}
