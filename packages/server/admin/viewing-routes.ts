import { randomUUID } from 'node:crypto'
import { stopViewing } from '@mille/api/accounts/endpoints.ts'
import { viewPerson } from '@mille/api/admin/endpoints.ts'
import { viewingInput } from '@mille/api/admin/schema.ts'
import { isStaff } from '@mille/api/may-operate.ts'
import { endViewing, lockUser, startViewing } from '../accounts/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { beginAudit, endAudit } from './audit.ts'

/** Calls that let an operator see what an account sees: docs/decisions/150-what-operators-may-do.md. */
export function viewingRoutes(serve: Serve): void {
  // It takes no idempotency key: once the view has begun, the session of a repeated call may write nothing.
  serve(viewPerson, viewingInput, async ({ context, input, session, user }) =>
    context.db.transaction().execute(async tx => {
      const { reason } = input
      const person = await lockUser(tx, Number(input.id))
      if (!person || !session) return failure('not_found')
      if (isStaff(person.roles)) return failure('viewing_staff', { pointer: 'id' })
      const at = context.now()
      const until = await startViewing(tx, session, person.id, at)
      const event = `viewed by ${user.id}: ${randomUUID()}`
      await notify(tx, { kind: 'account_viewed', data: { reason }, userId: person.id, event, at })
      const attributes = { reason, until: until.toISOString() }
      return reply({ data: { type: 'viewings' as const, id: String(person.id), attributes } }, 201)
    })
  )

  // Members of an account end their view by this call, too. While an operator views an account, the call is made as that account, so it is not among those of operators.
  serve(stopViewing, null, async ({ context, session }) => {
    if (!session?.viewing) return reply(undefined, 204)
    const { by, as } = session.viewing
    // Only acts of operators are in the audit log.
    if (as === 'viewer') {
      await context.db.transaction().execute(tx => endViewing(tx, session))
      return reply(undefined, 204)
    }
    const entry = await beginAudit(context.db, {
      userId: by.id,
      act: `${stopViewing.method} ${stopViewing.path}`,
      summary: stopViewing.summary,
      input: { id: String(session.user.id) },
      isGrave: false,
      at: context.now()
    })
    await context.db.transaction().execute(tx => endViewing(tx, session))
    await endAudit(context.db, entry, { status: 204, code: null, at: context.now() })
    return reply(undefined, 204)
  })
}
