import * as endpoints from '@mille/api/accounts/endpoints.ts'
import * as schema from '@mille/api/accounts/schema.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { confirm, startEmailChange } from './confirmations.ts'
import type { Consents } from './consents.ts'
import { type ReadFigures, userDocument } from './document.ts'
import { refuseWhileFrozen } from './frozen.ts'
import { mailsTo } from './mails-to.ts'
import { findUser, isUsernameTaken, updateProfile } from './queries.ts'
import { refuseStaffName } from './staff-name.ts'
import { isProved } from './step-up.ts'

/** Settings and details that an account's owner can change. */
export function profileRoutes(serve: Serve, readFigures: ReadFigures, consents: Consents): void {
  serve(endpoints.updateUser, schema.updateUserInput, async call => {
    const { context, limits, input, user, session } = call
    // Another user's account is treated as not found, so that its existence is not revealed.
    const before = Number(input.id) === user.id ? await findUser(context.db, user.id) : undefined
    if (!before) return failure('not_found')
    const email = input.email === before.email ? undefined : input.email
    if (email !== undefined) {
      // A new email address requires step-up authentication because access to the address is enough to sign in.
      if (!(session && isProved(session, 'once_code_is_saved', context.now(), context.config)))
        return failure('step_up_required')
      const refused = await countWithCaptcha(call, 'access_code', mailsTo(email))
      if (refused) return refused
      const allowed = await limits.consume(limitNames.codeRequests, `change ${user.id}`)
      if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
    }
    const { username, locale, time_zone, display_currency, advertiser_name } = input
    const { first_steps, billing_details } = input
    const reserved = await refuseStaffName(context.db, before, input)
    if (reserved) return reserved
    if (
      username &&
      username.toLowerCase() !== before.username?.toLowerCase() &&
      (await isUsernameTaken(context.db, username))
    )
      return failure('username_taken', { pointer: 'username' })
    const frozen = await context.db.transaction().execute(async tx => {
      const refused = email === undefined ? null : await refuseWhileFrozen(tx, user.id)
      if (refused) return refused
      await updateProfile(tx, user.id, {
        ...{ username, locale, time_zone, display_currency, advertiser_name, first_steps },
        billing_details
      })
      if (email !== undefined) await startEmailChange(context, tx, before, email)
      return null
    })
    if (frozen) return frozen
    const found = await findUser(context.db, user.id)
    if (!found) return failure('not_found')
    return reply(userDocument(found, await readFigures(context.db, user.id), session))
  })

  serve(endpoints.confirmAddress, schema.confirmationInput, async call => {
    const { context, once, input, session, address } = call
    const signedIn = session?.user.id ?? null
    const confirmed = await confirm(context, once.tx, consents, {
      token: input.token,
      signedIn,
      address
    })
    return confirmed.ok ? reply(undefined, 204) : failure(confirmed.code)
  })
}
