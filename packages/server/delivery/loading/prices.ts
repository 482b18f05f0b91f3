import { dayMs } from '@mille/api/durations.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { readUsdPerBtc } from '../../payments/index.ts'
import { readFees } from '../../settings/index.ts'
import type { NetCpm } from '../choosing/floors.ts'

/** Days for which the lowest price of a CPD campaign is remembered, the same as in the database. */
const pastDays = 14

export type Priced = {
  owner: number
  asset: Asset
  trafficType: 'cpd' | 'cpm'
  maxCpm: bigint | null
  /**
   * What 1,000 views paid in the cheapest recent period, scaled to the current daily budget. Null if there is none, or
   * if the campaign is not CPD.
   */
  lowestNetCpm: bigint | null
  isFeeHalved: boolean
}

/**
 * Returns an SQL column for `loadCampaigns`. A price from a period with another daily budget is scaled in proportion.
 */
export function lowestNetCpm(now: Date) {
  const since = new Date(now.getTime() - pastDays * dayMs)
  return sql<bigint | null>`(
    select least(floor(net::numeric * 1000 * terms.daily_budget / (billable::numeric * lowest.daily_budget)),
      ${unitsPerWhole * unitsPerWhole})::bigint
    from campaign_prices as lowest
    where lowest.campaign_id = campaign.id and terms.traffic_type = 'cpd' and at > ${since})`
}

/**
 * Loads what campaigns pay a unit for 1,000 views, at the current fee and exchange rate. Null if it is not known yet.
 */
export async function readPrices(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  owners: readonly number[]
): Promise<(campaign: Priced) => NetCpm | null> {
  const feeOf = await readFees(tx, config, owners, now())
  const usdPerBtc = await readUsdPerBtc({ db: tx, config, now })
  return ({ owner, asset, maxCpm, lowestNetCpm: lowest, isFeeHalved }) => {
    const fee = isFeeHalved ? feeOf(owner) / 2n : feeOf(owner)
    const most = maxCpm === null ? null : shareOf(maxCpm, 10_000n - fee, 10_000n)
    const netCpm = most === null || (lowest !== null && lowest < most) ? lowest : most
    return netCpm === null ? null : inBoth(netCpm, asset, usdPerBtc)
  }
}

/**
 * Converts an amount to both assets. The other currency is rounded down, so a price that meets a floor is really worth
 * it.
 */
export function inBoth(amount: bigint, asset: Asset, usdPerBtc: bigint | null): NetCpm {
  const btc = usdPerBtc === null ? null : (amount * unitsPerWhole) / usdPerBtc
  const usd = usdPerBtc === null ? null : (amount * usdPerBtc) / unitsPerWhole
  return asset === 'BTC' ? { BTC: amount, USD: usd } : { BTC: btc, USD: amount }
}
