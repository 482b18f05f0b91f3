import * as endpoints from '@mille/api/administration/endpoints.ts'
import * as schema from '@mille/api/administration/schema.ts'
import type { Context } from '../context.ts'
import { verifyCoupons } from '../coupons/index.ts'
import { verifyEarnings } from '../earnings/index.ts'
import { reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { verifyLedger } from '../ledger/index.ts'
import { verifySettlements } from '../settlement/index.ts'
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
    const { ok, text } = await checkBooks(context)
    return reply({
      data: {
        type: 'ledger_checks' as const,
        id: 'now',
        attributes: { at: context.now().toISOString(), ok, text }
      }
    })
  })
}

/** What `mille verify` checks, in the same order. */
async function checkBooks({ db }: Context): Promise<{ ok: boolean; text: string }> {
  const ledger = await verifyLedger(db)
  if (!ledger.ok) return { ok: false, text: ledger.problem }
  const settled = await verifySettlements(db)
  if (!settled.ok) return { ok: false, text: settled.problem }
  const coupons = await verifyCoupons(db)
  if (!coupons.ok) return { ok: false, text: coupons.problem }
  const earnings = await verifyEarnings(db)
  if (!earnings.ok) return { ok: false, text: earnings.problem }
  const { accounts, transfers, entries, openHolds } = ledger
  return {
    ok: true,
    text: `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${openHolds} open holds, ${settled.settlements} settlements`
  }
}
