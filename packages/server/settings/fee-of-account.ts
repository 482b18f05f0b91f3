import { premiumAmong } from '../accounts/index.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readSetting } from './queries.ts'

/**
 * Returns the network's fee on accounts' charges at a given time, in units of 0.01 %; Premium accounts have the lower
 * one.
 */
export async function readFees(
  db: Database | Tx,
  config: Config,
  userIds: readonly number[],
  at: Date
): Promise<(userId: number | null) => bigint> {
  const usual = await readSetting(db, config, 'fee_basis_points', at)
  const lower = await readSetting(db, config, 'premium_fee_basis_points', at)
  const premium = await premiumAmong(db, userIds, at)
  return userId => (userId !== null && premium.has(userId) && lower < usual ? lower : usual)
}
