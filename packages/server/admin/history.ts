import { type PersonEvent, readPersonHistory } from '@mille/api/admin/endpoints.ts'
import { personHistoryInput } from '@mille/api/admin/schema.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { creativeEvents } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { findPerson } from './people-queries.ts'

type Kind = PersonEvent['attributes']['kind']
type EventRow = {
  kind: Kind | 'act'
  number: bigint
  at: Date
  by: number | null
  by_name: string | null
  detail: { text?: string | null; asset?: Asset | null; amount?: string }
  act: string | null
}

export function historyRoutes(serve: Serve): void {
  serve(readPersonHistory, personHistoryInput, async ({ context, input }) => {
    const person = await findPerson(context.db, Number(input.id))
    if (!person) return failure('not_found')
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records } = await listEvents(context.db, person.id, page)
    return reply({ data: rows.map(eventResource), meta: { pagination: { records } } })
  })
}

/**
 * Operators' actions about an account are read from the audit log, which is the only place that contains them.
 * Suspensions that ended automatically are added.
 */
async function listEvents(
  db: Database,
  userId: number,
  { offset, limit }: { offset: number; limit: number }
): Promise<{ rows: EventRow[]; records: number }> {
  const events = sql`
    select kind, number, at, by, detail, null as act from (${creativeEvents(userId)}) as creative
    union all
    select 'signed_up', id, created_at, null, '{}', null from shared_users where id = ${userId}
    union all
    select 'deposit', id, seen_at, null, jsonb_build_object('asset', asset, 'amount', amount::text), null
    from shared_deposits where user_id = ${userId} and not is_gone and not is_too_small
    union all
    select 'withdrawal', id, created_at, null, jsonb_build_object('asset', asset, 'amount', amount::text), null
    from shared_withdrawals where user_id = ${userId}
    union all
    select case kind when 'money' then 'frozen' else 'suspended' end, id, started_at, started_by,
      jsonb_build_object('text', reason), null
    from shared_suspensions where user_id = ${userId}
    union all
    select case kind when 'money' then 'freeze_lifted' else 'suspension_lifted' end, id, ended_at, ended_by, '{}', null
    from shared_suspensions where user_id = ${userId} and ended_at is not null
    union all
    select changed.kind, id, changed.at, null, jsonb_build_object('text', name), null
    from shared_members cross join lateral (values
      ('member_invited', invited_at), ('member_accepted', accepted_at), ('member_removed', ended_at)
    ) as changed (kind, at)
    where user_id = ${userId} and changed.at is not null
    union all
    select 'act', entry.id, entry.at, entry.user_id,
      jsonb_build_object('text', coalesce(input ->> 'reason', input ->> 'contact'), 'asset', input ->> 'asset',
        'amount', input ->> 'amount'),
      entry.act
    from audit_entries entry join audit_outcomes outcome on outcome.entry_id = entry.id
    where ${personOfAct} = ${String(userId)} and status < 400
      and entry.act !~ '/(reads|pictures|suspensions|suspensions/current)$'
    union all
    select case decided.state when 'done' then 'adjustment_approved' else 'adjustment_rejected' end, decided.id, decided_at,
      decided_by, jsonb_build_object('text', reason, 'asset', asset, 'amount', amount::text), null
    from adjustments decided where user_id = ${userId} and decided_at is not null`
  const { rows } = await sql<EventRow>`
    select kind, number, at, by, account_names.name as by_name, detail, act from (${events}) as event
    left join account_names on account_names.id = by
    order by at desc, number desc, kind offset ${offset} limit ${limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`
    select count(*) as records from (${events}) as event`.execute(db)
  return { rows, records: Number(counted.rows[0]?.records ?? 0n) }
}

/** The account that an operator's call is about. */
const personOfAct = sql`substring(entry.act from '^[A-Z]+ /api/v1/admin/(?:users|chat/conversations)/([0-9]+)')`

/** Kinds of events by the end of the call's path, and by the method where it matters. */
const acts: readonly (readonly [RegExp, Kind])[] = [
  [/^POST .*\/adjustments$/, 'adjusted'],
  [/^POST .*\/messages$/, 'message'],
  [/^PATCH .*\/users\/\d+$/, 'role_changed'],
  [/\/premium$/, 'premium_changed'],
  [/^POST .*\/notes$/, 'note'],
  [/^POST .*\/viewings$/, 'viewed'],
  [/^DELETE .*\/sessions$/, 'signed_out']
]

function eventResource(row: EventRow): PersonEvent {
  const { kind, number, at, by, by_name, detail, act } = row
  return {
    type: 'person_events',
    id: `${kind}-${number}`,
    attributes: {
      kind: kind === 'act' ? kindOf(act ?? '') : kind,
      at: at.toISOString(),
      by: by === null ? null : String(by),
      by_name,
      text: detail.text ?? null,
      asset: detail.asset ?? null,
      amount: detail.amount ?? null
    }
  }
}

const kindOf = (act: string): Kind => acts.find(([shape]) => shape.test(act))?.[1] ?? 'other_act'
