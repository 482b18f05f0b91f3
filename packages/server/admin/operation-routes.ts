import type { LedgerCheck } from '@mille/api/admin/endpoints.ts'
import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { type LedgerCheckRow, readLedgerCheck, requestLedgerCheck } from '../seals/index.ts'
import { listAudit } from './audit.ts'
import { readHealth } from './health.ts'
import { readHome } from './home.ts'
import { readQueues } from './queues.ts'

/** Calls about the network itself: its audit log, whether its books are consistent, and its health. */
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

  serve(endpoints.readHome, null, async ({ context }) =>
    reply({
      data: { type: 'network_homes' as const, id: 'now', attributes: await readHome(context) }
    })
  )

  serve(endpoints.readQueues, null, async ({ context, user }) =>
    reply({
      data: {
        type: 'queues' as const,
        id: 'now',
        attributes: { queues: await readQueues(context.db, user.roles) }
      }
    })
  )

  serve(endpoints.readHealth, null, async ({ context }) =>
    reply({
      data: {
        type: 'health_reports' as const,
        id: 'now',
        attributes: { at: context.now().toISOString(), checks: await readHealth(context) }
      }
    })
  )

  serve(endpoints.checkLedger, schema.ledgerCheckInput, async ({ context, input }) => {
    await requestLedgerCheck(context, input.is_full ?? false)
    return reply(ledgerCheckOf(await readLedgerCheck(context.db), context.now()))
  })

  serve(endpoints.readLedgerCheck, null, async ({ context }) =>
    reply(ledgerCheckOf(await readLedgerCheck(context.db), context.now()))
  )
}

function ledgerCheckOf(row: LedgerCheckRow | null, now: Date) {
  const until = row?.ended_at ?? now
  return {
    data: {
      type: 'ledger_checks' as const,
      id: row ? String(row.id) : 'none',
      attributes: {
        state: stateOf(row),
        is_full: row?.is_full ?? false,
        requested_at: row?.requested_at.toISOString() ?? null,
        ended_at: row?.ended_at?.toISOString() ?? null,
        since: row?.since?.toISOString() ?? null,
        seconds: row?.begun_at ? Math.max(0, (until.getTime() - row.begun_at.getTime()) / 1000) : 0,
        part: row?.part ?? null,
        parts: row?.parts ?? null,
        part_name: row?.part_name ?? null,
        text: row?.found ?? null,
        note: row?.note ?? null
      }
    }
  }
}

function stateOf(row: LedgerCheckRow | null): LedgerCheck['data']['attributes']['state'] {
  if (row === null) return 'none'
  if (row.is_interrupted) return 'interrupted'
  if (row.ok !== null) return row.ok ? 'consistent' : 'inconsistent'
  return row.begun_at ? 'running' : 'waiting'
}
