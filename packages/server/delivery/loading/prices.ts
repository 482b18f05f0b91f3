import { dayMs } from '@mille/api/durations.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { readUsdPerBtc } from '../../payments/index.ts'
import { readFees } from '../../settings/index.ts'
import type { NetCpm } from '../choosing/floors.ts'

/** The lowest price of a CPD campaign is remembered for so many days, as the database does. */
const pastDays = 14

export type Priced = {
  owner: number
  asset: Asset
  trafficType: 'cpd' | 'cpm'
  maxCpm: bigint | null
  /** What 1,000 views paid in the period in which it paid the least, at the daily budget of now. Null: none, or not by CPD. */
  lowestNetCpm: bigint | null
  isFeeHalved: boolean
}

/** For `loadCampaigns`, whose rows it is a column of. Of an earlier daily budget, a price counts in proportion. */
export function lowestNetCpm(now: Date) {
  const since = new Date(now.getTime() - pastDays * dayMs)
  return sql<bigint | null>`(
    select least(floor(net::numeric * 1000 * terms.daily_budget / (billable::numeric * lowest.daily_budget)),
      ${unitsPerWhole * unitsPerWhole})::bigint
    from campaign_prices as lowest
    where lowest.campaign_id = campaign.id and terms.traffic_type = 'cpd' and at > ${since})`
}

/** What campaigns pay a unit for 1,000 views, by the fee and the exchange rate of now. Null where it is not known yet. */
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

/** Rounded down in the other currency, so that what meets a floor is worth it. */
export function inBoth(amount: bigint, asset: Asset, usdPerBtc: bigint | null): NetCpm {
  const btc = usdPerBtc === null ? null : (amount * unitsPerWhole) / usdPerBtc
  const usd = usdPerBtc === null ? null : (amount * usdPerBtc) / unitsPerWhole
  return asset === 'BTC' ? { BTC: amount, USD: usd } : { BTC: btc, USD: amount }
}
