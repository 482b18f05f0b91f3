import { z } from 'zod'
import { asset, document, moment, resource, units } from '../schema.ts'

/** Periods are days in UTC: today, the last 30 days including today, and all days since the network began. */
const sums = z.object({ today: units, last_30_days: units, ever: units })

const total = z.object({
  asset,
  /** Publishers' earnings from ads and orders, after fees and referrals, minus reversals. */
  publishers: sums,
  /** The network's earnings from ads and orders, minus the shares of partners and advertisers. */
  fees: sums,
  /** What accounts withdrew to their own addresses. */
  withdrawals: sums
})

export const reserve = z.object({
  asset,
  /** The network's holdings on the blockchain at the time of the comparison. */
  holdings: units,
  /** The network's debts to its accounts, without promotional balances. */
  liabilities: units,
  checked_at: moment
})

const views = z.object({
  billable: z.number().int(),
  /** View reports that were not counted, by reason. */
  rejected: z.record(z.string(), z.number().int())
})

const settlement = z.object({
  window_start: moment,
  window_end: moment,
  asset,
  billable: z.number().int(),
  /** The sum of `publishers`, `fee`, and `referral`. */
  charged: units,
  publishers: units,
  fee: units,
  referral: units,
  /** Number of campaigns in the settlement period; null if fewer than three. */
  campaigns: z.number().int().nullable()
})

export const books = resource(
  'books',
  z.object({
    at: moment,
    /** Totals for each currency. The ledger that they come from is sealed at most a minute late. */
    totals: z.array(total),
    /** The last comparison with the blockchain, for each currency that was ever compared. */
    reserves: z.array(reserve),
    views: z.object({
      /** Null until views have been counted for the first time. */
      counted_at: moment.nullable(),
      today: views,
      last_30_days: views
    }),
    /** The last twelve settlement periods of the whole network, the newest first. */
    settlements: z.array(settlement)
  })
)
export const booksDocument = document(books)
