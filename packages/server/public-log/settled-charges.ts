import type { Asset } from '@mille/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export type SettledShare = {
  unit: number
  billable: number
  gross: bigint
  fee: bigint
  referral: bigint
  net: bigint
}

/** What one campaign paid for one settlement period, as settlement has recorded it permanently. */
export type SettledCharge = {
  /** Number of the charge's settlement. */
  entry: bigint
  campaign: number
  asset: Asset
  start: Date
  end: Date
  windowSeconds: number
  activeSeconds: number
  billable: number
  due: bigint
  charged: bigint
  fee: bigint
  referral: bigint
  hasPartner: boolean
  feeBasisPoints: number
  balance: bigint
  spent: bigint
  spentToday: bigint
  unpaid: bigint
  carriedIn: number
  carriedOut: number
  trafficType: string
  dailyBudget: bigint | null
  maxCpm: bigint | null
  totalBudget: bigint | null
  hours: string | null
  timeZone: string | null
  /** Shares in the order of the ad units. */
  shares: SettledShare[]
}

type Row = Omit<SettledCharge, 'shares' | 'billable'> & {
  billable: bigint
  shares: Record<keyof SettledShare, string>[]
}

/** Returns charges that are not in the log yet, in the order in which they were made. */
export async function readUnsealed(db: Database | Tx, count: number): Promise<SettledCharge[]> {
  return readWhere(
    db,
    sql`statement.entry in (select entry from unsealed_charges) order by statement.entry limit ${count}`
  )
}

/**
 * Returns the end of the earliest settlement period with charges that are not in the log; null when all are, or without
 * a log.
 */
export async function firstUnsealed(db: Database): Promise<Date | null> {
  const { end } = await db
    .selectFrom('unsealed_charges')
    .select(it => it.fn.min('window_end').as('end'))
    .executeTakeFirstOrThrow()
  return end
}

/** Returns a campaign's charges that begin within a time range, in order. */
export async function readChargesOf(
  db: Database | Tx,
  campaign: number,
  { from, until, count }: { from: Date; until: Date; count: number }
): Promise<SettledCharge[]> {
  return readWhere(
    db,
    sql`statement.campaign_id = ${campaign} and window_start >= ${from} and window_start < ${until}
      order by window_start limit ${count}`
  )
}

/** Returns charges in the log from an index on, by settlement number, which is the order of each campaign's chain. */
export async function readSealedCharges(
  db: Database | Tx,
  { after, from, count }: { after: bigint; from: number; count: number }
): Promise<SettledCharge[]> {
  return readWhere(
    db,
    sql`statement.entry in (
      select entry from public_log_charges where entry > ${after} and log_index >= ${from} order by entry limit ${count})
      order by statement.entry limit ${count}`
  )
}

async function readWhere(db: Database | Tx, rest: RawBuilder<unknown>): Promise<SettledCharge[]> {
  const { rows } = await sql<Row>`
    select entry, campaign_id as campaign, asset, window_start as start, window_end as "end",
      window_seconds as "windowSeconds", active_seconds as "activeSeconds", billable, due, charged, fee, referral,
      has_partner as "hasPartner", fee_basis_points as "feeBasisPoints", balance, spent, spent_today as "spentToday", unpaid,
      carried_in as "carriedIn", carried_out as "carriedOut", traffic_type as "trafficType",
      daily_budget as "dailyBudget", max_cpm as "maxCpm", total_budget as "totalBudget", shares,
      hours, time_zone as "timeZone"
    from settled_charges statement
    where ${rest}`.execute(db)
  return rows.map(row => ({
    ...row,
    billable: Number(row.billable),
    shares: row.shares.map(it => ({
      unit: Number(it.unit),
      billable: Number(it.billable),
      gross: BigInt(it.gross),
      fee: BigInt(it.fee),
      referral: BigInt(it.referral),
      net: BigInt(it.net)
    }))
  }))
}
