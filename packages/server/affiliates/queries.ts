import { bringersOf } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'

/** How long a partner shares in what an account is charged. */
const referralMonths = 6

/**
 * Who brought each of the accounts, as far as that still counts at a moment. An account begins with its first visit
 * here: that is when it was created. Accounts cannot be their own partner.
 */
export function partnersOf(
  db: Database | Tx,
  userIds: readonly number[],
  at: Date
): Promise<Map<number, number>> {
  return bringersOf(db, userIds, referralMonths, at)
}
