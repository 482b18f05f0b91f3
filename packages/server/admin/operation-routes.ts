import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { verifyBooks } from '../books/index.ts'
import { reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { listAudit } from './audit.ts'
import { readHealth } from './health.ts'

/** How the network itself does: what was done to it, whether its books hold, and what is wrong with it. */
export function operationRoutes(serve: Serve): void {
  serve(endpoints.readAuditLog, schema.auditInput, async ({ context, input }) => {
    const userId = input['filter[user_id]']
    const { rows, records } = await listAudit(context.db, {
      offset: input['page[offset]'],
      limit: input['page[limit]'],
      userId: userId === undefined ? null : Number(userId)
    })
    return reply({
      data: rows.map(({ id, at, user_id, ...rest }) => ({
        type: 'audit_entries' as const,
        id: String(id),
        attributes: {
          ...rest,
          at: at.toISOString(),
          user_id: user_id === null ? null : String(user_id)
        }
      })),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.readHealth, null, async ({ context }) =>
    reply({
      data: {
        type: 'health_reports' as const,
        id: 'now',
        attributes: { at: context.now().toISOString(), checks: await readHealth(context) }
      }
    })
  )

  serve(endpoints.checkLedger, null, async ({ context }) => {
    const { ok, text } = await verifyBooks(context)
    return reply({
      data: {
        type: 'ledger_checks' as const,
        id: 'now',
        attributes: { at: context.now().toISOString(), ok, text }
      }
    })
  })
}
