import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { jsonText } from '../../db/json-text.ts'
import { countScores, endSlowStarts, holdForReview } from '../../earnings/index.ts'
import { scoreOnHold, scoreTraffic, type TrafficScore } from './score.ts'
import { ratesOf, readSignals } from './signal-queries.ts'

type Scored = TrafficScore & { unitId: number }
type Span = { from: Date; until: Date }

/**
 * Scores the traffic of the last 24 hours of each unit that had enough of it, and puts what those with a high score earned
 * on hold until an operator decides. Days of good traffic bring new units to the end of their slow start. It runs every
 * hour, and earnings mature for a day: what fraud earned is still there. Any number of processes may run it at once. Gives the ids of the units whose earnings are on hold from now on.
 */
export async function scoreUnits(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>
): Promise<number[]> {
  const { db, now } = context
  const until = now()
  const span = { from: new Date(until.getTime() - dayMs), until }
  const signals = await readSignals(context, span)
  const network = ratesOf(signals)
  const scored = signals.flatMap(({ unitId, ...own }) => {
    const score = scoreTraffic(own, network)
    return score ? [{ unitId, ...score }] : []
  })
  await db.transaction().execute(tx => saveScores(tx, scored, span))
  const held: number[] = []
  for (const { unitId, score, reasons } of scored) {
    if (score < scoreOnHold) continue
    const evidence = { score, reasons }
    const isHeld = await db
      .transaction()
      .execute(tx => holdForReview(tx, { unitId, evidence, since: span.from, at: until }))
    if (isHeld) held.push(unitId)
  }
  const days = scored.map(({ unitId, score }) => ({
    unitId,
    score,
    isOnHold: score >= scoreOnHold
  }))
  await db.transaction().execute(tx => countScores(tx, days, span))
  await endSlowStarts(db, until)
  return held
}

/** What had too little traffic in this span has no score any more, and a later answer is never replaced by an earlier one. */
async function saveScores(tx: Tx, scored: readonly Scored[], { from, until }: Span): Promise<void> {
  await sql`
    delete from unit_scores
    where scored_until < ${until} and unit_id <> all(${scored.map(it => it.unitId)}::integer[])`.execute(
    tx
  )
  if (scored.length === 0) return
  await sql`
    insert into unit_scores (unit_id, score, reasons, scored_from, scored_until)
    select unit_id, score, reasons, ${from}, ${until}
    from unnest(${scored.map(it => it.unitId)}::integer[], ${scored.map(it => it.score)}::integer[],
      ${scored.map(it => jsonText(it.reasons))}::jsonb[]) as scored (unit_id, score, reasons)
    join ad_units on ad_units.id = unit_id
    order by unit_id
    on conflict (unit_id) do update
    set score = excluded.score, reasons = excluded.reasons, scored_from = excluded.scored_from,
      scored_until = excluded.scored_until
    where unit_scores.scored_until <= excluded.scored_until`.execute(tx)
}
