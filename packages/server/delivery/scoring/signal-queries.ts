import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { readAcceptedReasons, readReleases } from '../../earnings/index.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import { readLooks } from './looks.ts'
import {
  type Accepted,
  fewestViews,
  type NetworkRates,
  pageReasons,
  type TrafficSignals,
  viewableOf
} from './score.ts'

type Span = { from: Date; until: Date }
/** `from` is where the ad unit's traffic begins that no operator has decided about. */
export type UnitSignals = TrafficSignals & {
  unitId: number
  owner: number
  /** Lowest id among the accounts that are linked to the owner's. */
  group: number
  from: Date
  accepted: Accepted
}

const nothing: Accepted = new Set()

/**
 * Reads the signals of all ad units whose owners have enough paid views in the span, on one unit or several, alone or
 * with linked accounts; the owners in `without` are left out. An operator who released a unit's earnings has decided
 * about its traffic until then, so only later traffic is read.
 */
export async function readSignals(
  context: LogPlace,
  span: Span,
  without: ReadonlySet<number> = new Set()
): Promise<UnitSignals[]> {
  const paid = await readPaidUnits(context.db, span)
  const units = paid.filter(it => !without.has(it.owner))
  const releases = await readReleases(context.db, span.from)
  const fromOf = (unitId: number) => releases.get(unitId) ?? span.from
  const accepted = await readAcceptedReasons(context.db, pageReasons)
  const from = new Map(units.map(({ unitId }) => [unitId, fromOf(unitId)]))
  const seen = await readLooks(context, span.until, from)
  return units.flatMap(({ unitId, owner, group }) => {
    const signals = seen.get(unitId)
    const ofUnit = {
      unitId,
      owner,
      group,
      from: fromOf(unitId),
      accepted: accepted.get(unitId) ?? nothing
    }
    return signals ? [{ ...signals, ...ofUnit }] : []
  })
}

/**
 * Returns the median rates over all ad units, so that a unit with most of the traffic is not compared mainly with
 * itself.
 */
export function ratesOf(units: readonly TrafficSignals[]): NetworkRates {
  const median = (rates: number[]) => rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0
  const rateOf = ({ count, of }: { count: number; of: number }) => (of === 0 ? [] : [count / of])
  return {
    viewable: median(units.flatMap(it => rateOf(viewableOf(it)))),
    clicked: median(units.flatMap(it => rateOf({ count: it.clicked, of: it.paid })))
  }
}

type PaidUnit = Pick<UnitSignals, 'unitId' | 'owner' | 'group'>

async function readPaidUnits(db: Database, { from, until }: Span): Promise<PaidUnit[]> {
  const { rows } = await sql<PaidUnit>`
    with paid as (
      select unit_id, user_id, sum(count) as views
      from delivery_counters join shared_ad_units on shared_ad_units.id = unit_id
      where bucket >= ${from} and bucket <= ${until} and delivery_counters.kind = 'billable'
      group by unit_id, user_id),
    owners as materialized (
      select user_id, (
        select min(linked_id) from linked_accounts where linked_accounts.user_id = accounts.user_id) as "group"
      from (select distinct user_id from paid) as accounts)
    select unit_id as "unitId", user_id as owner, "group" from (
      select unit_id, user_id, "group", sum(views) over (partition by "group") as of_group
      from paid join owners using (user_id)) as together
    where of_group >= ${fewestViews} order by unit_id`.execute(db)
  return rows
}
