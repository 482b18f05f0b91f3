import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { textsIn } from '../languages/texts.ts'
import { notify } from '../notifications/outbox.ts'

/** Minimum number of ads in a period, from which a lack of later requests or views is significant. */
const enough = 100n
const maxUnits = 10_000

type Figures = {
  id: number
  userId: number
  name: string
  /** Counts of the last day. */
  served: bigint
  seen: bigint
  /** Ads served in the six days before the last day. */
  servedBefore: bigint
  lastServed: Date
}

/**
 * Notifies publishers of ad units whose ads are no longer shown, because they are not requested or not drawn, or
 * because they are drawn but never seen. Missing requests are reported once per silence, missing views once a month.
 */
export async function notifyOfUnhealthy({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now()
  const dayAgo = new Date(at.getTime() - dayMs)
  const weekAgo = new Date(at.getTime() - 7 * dayMs)
  const { rows } = await sql<Figures>`
    select ad_units.id, user_id as "userId", name,
      coalesce(sum(count) filter (where kind_of = 'served' and bucket >= ${dayAgo}), 0)::bigint as served,
      coalesce(sum(count) filter (where kind_of = 'viewable' and bucket >= ${dayAgo}), 0)::bigint as seen,
      coalesce(sum(count) filter (where kind_of = 'served' and bucket < ${dayAgo}), 0)::bigint as "servedBefore",
      max(bucket) filter (where kind_of = 'served') as "lastServed"
    from ad_units
    join (select unit_id, bucket, kind as kind_of, count from shared_delivery_counters
      where bucket >= ${weekAgo} and kind in ('served', 'viewable')) counted on unit_id = ad_units.id
    where state = 'active'
    group by ad_units.id order by ad_units.id limit ${maxUnits}`.execute(db)
  for (const unit of rows) {
    const found = whyUnhealthy(unit, at)
    if (!found) continue
    const { id, userId, name } = unit
    const { causes } = textsIn('en')
    const reason = causes[found.cause]
    const data = { adUnitId: id, name, reason, cause: { code: found.cause } }
    await db
      .transaction()
      .execute(tx => notify(tx, { kind: 'unit_unhealthy', userId, data, event: found.event, at }))
  }
}

type Found = { cause: 'no_requests' | 'never_in_view'; event: string }

function whyUnhealthy(unit: Figures, at: Date): Found | null {
  if (unit.served === 0n && unit.servedBefore >= enough)
    return {
      cause: 'no_requests',
      event: `unit ${unit.id} silent since ${unit.lastServed.toISOString()}`
    }
  if (unit.served >= enough && unit.seen === 0n)
    return {
      cause: 'never_in_view',
      event: `unit ${unit.id} unseen in ${at.toISOString().slice(0, 7)}`
    }
  return null
}
