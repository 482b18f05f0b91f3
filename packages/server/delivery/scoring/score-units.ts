import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { jsonText } from '../../db/json-text.ts'
import { countScores, endSlowStarts, holdForReview } from '../../earnings/index.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import { addLooks } from './looks.ts'
import {
  fewestOfLinked,
  fewestViews,
  type NetworkRates,
  scoreOnHold,
  scoreTraffic,
  type TrafficScore
} from './score.ts'
import { ratesOf, readSignals, type UnitSignals } from './signal-queries.ts'

/** A score that was computed for this number of ad units together. */
type Scored = TrafficScore & { unitId: number; from: Date; units: number }

/** The hour, in UTC, in which accounts that are too small for a daily score are scored by their last week. */
const weeklyAtHour = 4
const weekMs = 7 * dayMs

/**
 * Scores the paid views of the last 24 hours of each ad unit that had enough of them, and puts the earnings of units
 * with a high score on hold until an operator decides. Returns the ids of the units whose earnings are newly on hold.
 *
 * Units of one account with too few views each are scored together, and so are those of linked accounts: such a score
 * can put all of them on hold, but does not count as a good day for any. Once a day, units of accounts that have enough
 * views only in a week are scored too. Days of good traffic end the slow start of new units.
 *
 * This runs every hour, and earnings mature for a day, so the earnings from fraud are still there. Any number of
 * processes may run it at once.
 */
export async function scoreUnits(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>
): Promise<number[]> {
  const { db, now } = context
  const until = now()
  const span = { from: new Date(until.getTime() - dayMs), until }
  const signals = await readSignals(context, span)
  const network = ratesOf(signals.filter(it => it.paid >= fewestViews))
  const scored = signals.flatMap(({ unitId, owner: _, group: __, from, accepted, ...own }) => {
    const score = scoreTraffic(own, network, accepted)
    return score ? [{ unitId, from, units: 1, ...score }] : []
  })
  await db.transaction().execute(tx => saveScores(tx, scored, until))
  const small = signals.filter(it => it.paid < fewestViews)
  const week = await readWeek(context, until, signals)
  const together = [small, week].flatMap(units => [
    ...scoreTogether(units, network),
    ...scoreLinked(units, network)
  ])
  const suspects = [...scored, ...together].filter(it => it.score >= scoreOnHold)
  const held: number[] = []
  for (const { unitId, from, units, score, reasons } of suspects) {
    const evidence = { score, reasons, from: from.toISOString(), units }
    const isHeld = await db
      .transaction()
      .execute(tx => holdForReview(tx, { unitId, evidence, since: from, at: until }))
    if (isHeld) held.push(unitId)
  }
  const good = scored.filter(it => it.score < scoreOnHold)
  const days = [...good, ...suspects].map(({ unitId, from, score }) => ({
    unitId,
    score,
    isOnHold: score >= scoreOnHold,
    canBeGood: from <= span.from
  }))
  await db.transaction().execute(tx => countScores(tx, days, span))
  await endSlowStarts(db, until)
  return held
}

/**
 * Reads the signals of the last seven days for accounts that had too few paid views in the last day; returns an empty
 * list except in one hour of the day.
 */
async function readWeek(
  context: LogPlace,
  until: Date,
  ofDay: readonly UnitSignals[]
): Promise<UnitSignals[]> {
  if (until.getUTCHours() !== weeklyAtHour) return []
  const week = { from: new Date(until.getTime() - weekMs), until }
  const enough = ofOwners(ofDay).filter(units => addLooks(units).paid >= fewestViews)
  return readSignals(context, week, new Set(enough.flat().map(it => it.owner)))
}

/** Scores the ad units that had paid views, each with the score of all units of its owner together. */
function scoreTogether(units: readonly UnitSignals[], network: NetworkRates): Scored[] {
  return ofOwners(units).flatMap(own => scoreAll(own, network))
}

/**
 * Scores linked accounts together. Only accounts are added up whose own views, however few, would be put on hold.
 * Anyone can have payouts sent to another account's address and so be linked to it: this must neither put that account
 * on hold nor let a fraudster hide behind its honest views.
 */
function scoreLinked(units: readonly UnitSignals[], network: NetworkRates): Scored[] {
  const suspects = ofOwners(units).filter(own => isBad(scoreSum(own, network, fewestOfLinked)))
  const linked = Map.groupBy(suspects, ([first]) => first?.group)
  return [...linked.values()].flatMap(accounts =>
    accounts.length > 1 ? scoreAll(accounts.flat(), network) : []
  )
}

function ofOwners(units: readonly UnitSignals[]): UnitSignals[][] {
  const paid = units.filter(it => it.paid > 0)
  return [...Map.groupBy(paid, it => it.owner).values()]
}

function scoreAll(units: readonly UnitSignals[], network: NetworkRates): Scored[] {
  const score = scoreSum(units, network)
  return score
    ? units.map(({ unitId, from }) => ({ unitId, from, units: units.length, ...score }))
    : []
}

function scoreSum(units: readonly UnitSignals[], network: NetworkRates, fewest = fewestViews) {
  const accepted = units.map(it => it.accepted).reduce((all, it) => all.intersection(it))
  return scoreTraffic(addLooks(units), network, accepted, fewest)
}

function isBad(score: TrafficScore | null): boolean {
  return score !== null && score.score >= scoreOnHold
}

/**
 * Saves scores, and deletes those of ad units that had too little traffic in this span. An earlier score never replaces
 * a later one.
 */
async function saveScores(tx: Tx, scored: readonly Scored[], until: Date): Promise<void> {
  await sql`
    delete from unit_scores
    where scored_until < ${until} and unit_id <> all(${scored.map(it => it.unitId)}::integer[])`.execute(
    tx
  )
  if (scored.length === 0) return
  await sql`
    insert into unit_scores (unit_id, score, reasons, scored_from, scored_until)
    select unit_id, score, reasons, scored_from, ${until}
    from unnest(${scored.map(it => it.unitId)}::integer[], ${scored.map(it => it.score)}::integer[],
      ${scored.map(it => jsonText(it.reasons))}::jsonb[],
      ${scored.map(it => it.from)}::timestamptz[]) as scored (unit_id, score, reasons, scored_from)
    join shared_ad_units on shared_ad_units.id = unit_id
    order by unit_id
    on conflict (unit_id) do update
    set score = excluded.score, reasons = excluded.reasons, scored_from = excluded.scored_from,
      scored_until = excluded.scored_until
    where unit_scores.scored_until <= excluded.scored_until`.execute(tx)
}
