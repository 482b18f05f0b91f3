import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

// The statistics domain writes nothing: it reads the counters of delivery and the statements of settlement.

export type Subject = { kind: 'ad_unit' | 'campaign'; id: number }
export type Span = { from: Date; until: Date; interval: 'hour' | 'day' }
export type CounterRow = { at: Date; kind: string; count: bigint }
export type MoneyRow = { at: Date; asset: Asset; amount: bigint }

export async function isOwner(
  db: Database,
  { kind, id }: Subject,
  userId: number
): Promise<boolean> {
  const found = await db
    .selectFrom(kind === 'ad_unit' ? 'shared_ad_units' : 'shared_campaigns')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function readCounters(
  db: Database,
  subject: Subject,
  span: Span
): Promise<CounterRow[]> {
  const column = sql.ref(subject.kind === 'ad_unit' ? 'unit_id' : 'campaign_id')
  const { rows } = await sql<CounterRow>`
    select ${binOf('bucket', span)} as at, kind, sum(count) as count
    from shared_delivery_counters
    where ${column} = ${subject.id} and bucket >= ${span.from} and bucket < ${span.until}
    group by 1, 2`.execute(db)
  return rows
}

/** Returns what a campaign was charged or an ad unit earned, by the start of the settlement periods. */
export async function readMoney(db: Database, subject: Subject, span: Span): Promise<MoneyRow[]> {
  const at = binOf('window_start', span)
  const { rows } = await (subject.kind === 'campaign'
    ? sql<MoneyRow>`
      select ${at} as at, asset, sum(charged) as amount
      from shared_settlements
      where campaign_id = ${subject.id} and window_start >= ${span.from} and window_start < ${span.until}
      group by 1, 2`
    : sql<MoneyRow>`
      select ${at} as at, asset, sum(net) as amount
      from shared_settlement_shares join shared_settlements using (campaign_id, window_start)
      where unit_id = ${subject.id} and window_start >= ${span.from} and window_start < ${span.until}
      group by 1, 2`
  ).execute(db)
  return rows
}

export type Grouping = 'ad_unit' | 'banner' | 'language'
export type GroupRow = { id: string; name: string; kind: string; count: bigint }

/** The maximum number of groups in an answer; those with the most impressions come first. */
const maxGroups = 200

/** Returns a campaign's counters, grouped by where or how its ads were shown. */
export async function readGroups(
  db: Database,
  campaignId: number,
  { from, until }: Span,
  by: Grouping
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with counted as (
      select ${groupOf(by)} as id, counter.kind, sum(count) as count
      from shared_delivery_counters counter
      left join shared_ad_units unit on unit.id = unit_id
      left join shared_sites site on site.id = site_id
      where campaign_id = ${campaignId} and bucket >= ${from} and bucket < ${until}
      group by 1, 2
    ), ranked as (
      select id, coalesce(sum(count) filter (where kind = 'billable'), 0) as billable, sum(count) as all_kinds
      from counted group by id order by billable desc, all_kinds desc, id limit ${maxGroups})
    select id, ${nameOf(by)} as name, kind, count
    from ranked join counted using (id)
    order by billable desc, all_kinds desc, id, kind`.execute(db)
  return rows
}

/** Returns what a campaign was charged per ad unit or per language of the site; charges are not split by banner. */
export async function readGroupMoney(
  db: Database,
  campaignId: number,
  { from, until }: Span,
  by: 'ad_unit' | 'language'
): Promise<(MoneyRow & { id: string })[]> {
  const { rows } = await sql<MoneyRow & { id: string }>`
    select ${groupOf(by)} as id, shared_settlements.asset, sum(gross) as amount, min(window_start) as at
    from shared_settlements
    join shared_settlement_shares using (campaign_id, window_start)
    join shared_ad_units unit on unit.id = unit_id
    left join shared_sites site on site.id = site_id
    where campaign_id = ${campaignId} and window_start >= ${from} and window_start < ${until}
    group by 1, 2`.execute(db)
  return rows
}

function groupOf(by: Grouping) {
  if (by === 'ad_unit') return sql`unit_id::text`
  if (by === 'banner') return sql`banner_id::text`
  // An anonymous ad unit has no site, so its language is unknown.
  return sql`coalesce(language, 'unknown')`
}

function nameOf(by: Grouping) {
  if (by === 'ad_unit')
    return sql`coalesce((select domain_name from shared_sites join shared_ad_units unit on site_id = shared_sites.id where unit.id = ranked.id::integer), '')`
  if (by === 'banner')
    return sql`coalesce((select file_name from shared_banners where shared_banners.id = ranked.id::integer), '')`
  return sql`ranked.id`
}

/** Rounds a timestamp column down to the hour or day, in UTC. */
function binOf(column: string, { interval }: Span) {
  const length = interval === 'hour' ? '1 hour' : '1 day'
  return sql`date_bin(${length}::interval, ${sql.ref(column)}, timestamptz '2000-01-01 00:00Z')`
}

/** Counts the billable views of all ad units that a site has or had. */
export async function countBillableOfSite(
  db: Database,
  siteId: number,
  since: Date
): Promise<number> {
  const { rows } = await sql<{ billable: bigint }>`
    select coalesce(sum(count), 0)::bigint as billable from shared_delivery_counters
    join shared_ad_units on shared_ad_units.id = unit_id
    where shared_ad_units.site_id = ${siteId} and shared_delivery_counters.kind = 'billable' and bucket >= ${since}`.execute(
    db
  )
  return Number(rows[0]?.billable ?? 0n)
}
