import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { chargeOnce } from './charges.ts'
import { withoutCrowds } from './crowds.ts'
import type { BucketFor, CountedEvent, Tallies } from './rules.ts'
import { withinRate } from './visitor-rates.ts'

export type View = Extract<CountedEvent, { kind: 'rendered' | 'viewable' }> & { day: string }
export type ViewableView = Extract<View, { kind: 'viewable' }>

/** What became of a view that is counted. */
export type CountedView = { view: ViewableView; isCharged: boolean }

/**
 * Counts what was rendered and seen, and makes billable what its visitor is new to; gives what was seen. Views are in
 * the order of their keys.
 */
export async function countViews(
  tx: Tx,
  all: View[],
  sums: Tallies,
  { at, bucketFor }: { at: Date; bucketFor: BucketFor }
): Promise<CountedView[]> {
  const crowds = await withoutCrowds(tx, await withinRate(tx, all, sums, at), sums, at)
  const views = crowds.admitted
  if (views.length === 0) return []
  const seen = views.filter(view => view.kind === 'viewable')
  const charges = await chargeOnce(tx, seen, at)
  const rejected = views.map(view =>
    view.kind === 'rendered' || charges.has(view) ? null : 'seen_today'
  )
  const { rows } = await sql<{ decision: string; kind: string }>`
    insert into delivery_events (day, decision, kind, at, bucket, unit_id, campaign_id, banner_id, visitor, rejected, block)
    select day, decision, kind, ${at}, bucket, unit_id, campaign_id, banner_id, visitor, rejected, block
    from unnest(
      ${views.map(it => it.day)}::date[], ${views.map(it => it.decided.decision)}::uuid[], ${views.map(it => it.kind)}::text[],
      ${views.map(it => it.decided.unit)}::int[], ${views.map(it => it.decided.campaign)}::int[],
      ${views.map(it => it.decided.banner)}::int[], ${views.map(it => it.decided.visitor)}::bytea[], ${rejected}::text[],
      ${views.map(it => bucketFor(it.decided.campaign))}::timestamptz[],
      ${views.map(it => (it.kind === 'viewable' ? it.block : null))}::bytea[]
    ) as view (day, decision, kind, unit_id, campaign_id, banner_id, visitor, rejected, bucket, block)
    on conflict do nothing
    returning decision, kind`.execute(tx)
  const added = new Set(rows.map(row => `${row.decision} ${row.kind}`))
  const counted: CountedView[] = []
  const unpaid: View[] = []
  for (const view of views) {
    const { kind, decided } = view
    if (added.has(`${decided.decision} ${kind}`)) {
      sums.add(decided, kind)
      if (kind === 'viewable' && view.isCovered) sums.add(decided, 'covered')
      if (kind === 'viewable' && view.isShrunken) sums.add(decided, 'shrunken')
      if (kind === 'viewable' && view.isContradictory) sums.add(decided, 'contradictory')
      if (kind === 'viewable') counted.push({ view, isCharged: charges.has(view) })
      if (kind === 'viewable' && charges.has(view)) sums.add(decided, 'billable')
      else if (kind === 'viewable') {
        sums.reject(decided, 'seen_today')
        unpaid.push(view)
      }
    } else {
      sums.reject(decided, 'repeated')
      unpaid.push(view)
      if (kind === 'viewable') await charges.takeBack(view)
    }
  }
  if (unpaid.length > 0) await crowds.takeBack(unpaid)
  return counted
}
