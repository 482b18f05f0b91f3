import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { BucketFor, CountedEvent, Tallies } from './rules.ts'
import { withinRate } from './visitor-rates.ts'

export type Click = Extract<CountedEvent, { kind: 'clicked' }> & { day: string }

/** A click counts once for a decision that was seen, be it in this batch or before. Clicks are in the order of their keys. */
export async function countClicks(
  tx: Tx,
  all: Click[],
  sums: Tallies,
  { at, bucketFor }: { at: Date; bucketFor: BucketFor }
): Promise<void> {
  const clicks = await withinRate(tx, all, sums, at)
  if (clicks.length === 0) return
  const days = clicks.map(it => it.day)
  const decisions = clicks.map(it => it.decided.decision)
  const viewed = await sql<{ decision: string }>`
    select distinct click.decision
    from unnest(${days}::date[], ${decisions}::uuid[]) as click (day, decision)
    join delivery_events as event
      on event.day = click.day and event.decision = click.decision and event.kind in ('rendered', 'viewable')
    limit ${clicks.length}`.execute(tx)
  const isViewed = new Set(viewed.rows.map(row => row.decision))
  const { rows } = await sql<{ decision: string }>`
    insert into delivery_events (day, decision, kind, at, bucket, unit_id, campaign_id, banner_id, visitor)
    select day, decision, 'clicked', ${at}, bucket, unit_id, campaign_id, banner_id, visitor
    from unnest(
      ${days}::date[], ${decisions}::uuid[], ${clicks.map(it => it.decided.unit)}::int[],
      ${clicks.map(it => it.decided.campaign)}::int[], ${clicks.map(it => it.decided.banner)}::int[],
      ${clicks.map(it => it.decided.visitor)}::bytea[],
      ${clicks.map(it => bucketFor(it.decided.campaign))}::timestamptz[]
    ) as click (day, decision, unit_id, campaign_id, banner_id, visitor, bucket)
    where decision = any(${[...isViewed]}::uuid[])
    on conflict do nothing
    returning decision`.execute(tx)
  const added = new Set(rows.map(row => row.decision))
  for (const { decided } of clicks) {
    if (added.has(decided.decision)) sums.add(decided, 'clicked')
    else sums.reject(decided, isViewed.has(decided.decision) ? 'repeated' : 'no_view')
  }
}
