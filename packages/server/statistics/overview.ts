import { dayMs } from '@mille/api/durations.ts'
import type { Overview } from '@mille/api/statistics/endpoints.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

const shownDays = 30
const lineDays = 14
/** Maximum number of lines: more than a page of a list shows would not be drawn anyway. */
const maxLines = 200

type Side = 'shared_campaigns' | 'shared_ad_units'
type CountRow = { id: number; at: Date; count: bigint }
type MoneyRow = { at: Date; asset: 'BTC' | 'USD'; amount: bigint }

/** Reads the figures of an account as advertiser and as publisher, by UTC day up to today. */
export async function readOverview(
  db: Database,
  userId: number,
  now: Date
): Promise<Overview['data']['attributes']> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const since = new Date(today - (shownDays - 1) * dayMs)
  const [seen, shown, spent, earned] = await Promise.all([
    readCounts(db, 'shared_campaigns', userId, since),
    readCounts(db, 'shared_ad_units', userId, since),
    readSpent(db, userId, since),
    readEarned(db, userId, since)
  ])
  const days = Array.from({ length: shownDays }, (_, index) => since.getTime() + index * dayMs)
  return {
    days: days.map(at => ({
      at: new Date(at).toISOString(),
      campaigns: sideOf(at, seen, spent),
      ad_units: sideOf(at, shown, earned)
    })),
    campaign_lines: linesOf(days, seen),
    ad_unit_lines: linesOf(days, shown)
  }
}

function sideOf(at: number, counts: readonly CountRow[], money: readonly MoneyRow[]) {
  const isThen = (row: { at: Date }) => row.at.getTime() === at
  const amount = (asset: string) =>
    money
      .filter(row => isThen(row) && row.asset === asset)
      .reduce((sum, row) => sum + row.amount, 0n)
      .toString()
  return {
    billable: counts.filter(isThen).reduce((sum, row) => sum + Number(row.count), 0),
    money: { BTC: amount('BTC'), USD: amount('USD') }
  }
}

function linesOf(days: readonly number[], counts: readonly CountRow[]): Record<string, number[]> {
  const last = days.slice(-lineDays)
  const byId = [...Map.groupBy(counts, row => row.id)].sort(([one], [other]) => other - one)
  return Object.fromEntries(
    byId.slice(0, maxLines).map(([id, rows]) => {
      const byDay = new Map(rows.map(row => [row.at.getTime(), Number(row.count)]))
      return [String(id), last.map(day => byDay.get(day) ?? 0)]
    })
  )
}

async function readCounts(
  db: Database,
  side: Side,
  userId: number,
  since: Date
): Promise<CountRow[]> {
  const column = sql.ref(side === 'shared_campaigns' ? 'counter.campaign_id' : 'counter.unit_id')
  const { rows } = await sql<CountRow>`
    select own.id, date_bin('1 day', bucket, timestamptz '2000-01-01 00:00Z') as at, sum(count) as count
    from ${sql.table(side)} own join shared_delivery_counters counter on ${column} = own.id
    where own.user_id = ${userId} and counter.kind = 'billable' and bucket >= ${since}
    group by 1, 2`.execute(db)
  return rows
}

async function readSpent(db: Database, userId: number, since: Date): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select date_bin('1 day', window_start, timestamptz '2000-01-01 00:00Z') as at, shared_settlements.asset, sum(charged) as amount
    from shared_settlements join shared_campaigns on shared_campaigns.id = campaign_id
    where user_id = ${userId} and window_start >= ${since}
    group by 1, 2`.execute(db)
  return rows
}

async function readEarned(db: Database, userId: number, since: Date): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select date_bin('1 day', window_start, timestamptz '2000-01-01 00:00Z') as at, shared_settlements.asset, sum(net) as amount
    from shared_settlement_shares join shared_settlements using (campaign_id, window_start)
    join shared_ad_units on shared_ad_units.id = unit_id
    where shared_ad_units.user_id = ${userId} and window_start >= ${since}
    group by 1, 2`.execute(db)
  return rows
}
