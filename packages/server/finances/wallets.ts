import { type Asset, assets } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { ownersOf } from './owners.ts'

export type Wallet = {
  available: bigint
  held: bigint
  promotion: bigint
  inCampaigns: bigint
  /** The part of `held` that is held for settlement periods of campaigns. */
  heldInCampaigns: bigint
  inAdUnits: bigint
}

/** Reads all of a user's money in each currency, by where it is. */
export async function readWallets(
  db: Database | Tx,
  userId: number
): Promise<{ asset: Asset; wallet: Wallet }[]> {
  const { rows } = await sql<Wallet & { asset: Asset }>`
    select asset,
      coalesce(sum(balance) filter (where owner = 'user' and kind = 'available'), 0) as available,
      coalesce(sum(balance) filter (where kind = 'held'), 0) as held,
      coalesce(sum(balance) filter (where owner = 'user' and kind = 'promotion'), 0) as promotion,
      coalesce(sum(balance) filter (where owner = 'campaign' and kind <> 'held'), 0) as "inCampaigns",
      coalesce(sum(balance) filter (where owner = 'campaign' and kind = 'held'), 0) as "heldInCampaigns",
      coalesce(sum(balance) filter (where owner = 'ad_unit' and kind <> 'held'), 0) as "inAdUnits"
    from (${ownersOf(userId)}) as owned
    join shared_ledger_accounts using (owner, owner_id)
    group by asset`.execute(db)
  return assets.map(asset => {
    const { asset: _, ...wallet } = rows.find(row => row.asset === asset) ?? { asset, ...empty }
    return { asset, wallet }
  })
}

const empty: Wallet = {
  available: 0n,
  held: 0n,
  promotion: 0n,
  inCampaigns: 0n,
  heldInCampaigns: 0n,
  inAdUnits: 0n
}

/**
 * Returns the amounts in the user document, in units of 1e-8 BTC. `total` is everything, including promotional credit.
 */
export async function userMoney(
  db: Database | Tx,
  userId: number
): Promise<{ total: bigint; inCampaigns: bigint; inAdUnits: bigint; promotion: bigint }> {
  const wallets = await readWallets(db, userId)
  const { available, held, promotion, inCampaigns, heldInCampaigns, inAdUnits } =
    wallets.find(it => it.asset === 'BTC')?.wallet ?? empty
  const total = available + held + promotion + inCampaigns + inAdUnits
  return { total, inCampaigns: inCampaigns + heldInCampaigns, inAdUnits, promotion }
}
