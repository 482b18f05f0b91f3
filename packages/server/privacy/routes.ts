import { createHash } from 'node:crypto'
import * as endpoints from '@mille/api/privacy/endpoints.ts'
import * as schema from '@mille/api/privacy/schema.ts'
import { lockOperators, refuseWhileFrozen, suspendedAmong } from '../accounts/index.ts'
import { hasRunningCampaigns } from '../campaigns/index.ts'
import { atOneMoment } from '../db/at-one-moment.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { readEverything } from './export.ts'
import { forgetPerson, hasMoney } from './forget.ts'
import { giveUp } from './given-up.ts'

/** Serves the export and the deletion of everything stored about an account, across all parts of the server. */
export function privacyRoutes(serve: Serve): void {
  serve(endpoints.exportData, null, async ({ context, user, limits }) => {
    const allowed = await limits.consume(limitNames.codeRequests, `export ${user.id}`)
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    const tables = await atOneMoment(context.db, tx => readEverything(tx, user.id))
    const at = context.now().toISOString()
    return reply(
      { data: { type: 'exports' as const, id: String(user.id), attributes: { at, tables } } },
      200,
      {
        headers: {
          'Content-Disposition': `attachment; filename="mille-${user.id}-${at.slice(0, 10)}.json"`
        }
      }
    )
  })

  serve(endpoints.deleteUser, schema.deleteUserInput, async ({ context, input, user }) => {
    // For another person's ID, the answer does not even confirm that the account exists.
    if (Number(input.id) !== user.id) return failure('not_found')
    // A hash of random bytes, which matches no access code.
    const noCode = createHash('sha256').update(context.randomBytes(32)).digest()
    return context.db.transaction().execute(async tx => {
      const operators = user.roles.includes('admin') ? await lockOperators(tx) : []
      // Suspended operators do not count, since they cannot let anyone in.
      const others = operators.filter(it => it !== user.id)
      if (operators.length > 0 && (await suspendedAmong(tx, others)).size === others.length)
        return failure('last_operator')
      const frozen = await refuseWhileFrozen(tx, user.id)
      if (frozen) return frozen
      if (await hasRunningCampaigns(tx, user.id)) return failure('campaigns_running')
      if (input.gives_up_money === '0' && (await hasMoney(tx, user.id, context.now())))
        return failure('money_left')
      await forgetPerson(tx, user.id, noCode, context.now())
      await giveUp(tx, user.id, context.now())
      return reply(undefined, 204)
    })
  })
}
