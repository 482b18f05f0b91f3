import { bringersOf } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'

/** Number of months in which a partner gets a share of an account's charges. */
const referralMonths = 6

/**
 * Returns the partner who referred each account, if the referral still counts at the given moment. It counts from the
 * creation of the account. Accounts cannot be their own partner.
 */
export function partnersOf(
  db: Database | Tx,
  userIds: readonly number[],
  at: Date
): Promise<Map<number, number>> {
  return bringersOf(db, userIds, referralMonths, at)
}
