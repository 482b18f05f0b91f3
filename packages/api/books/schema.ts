import { z } from 'zod'
import { asset, document, moment, resource, units } from '../schema.ts'

/** Periods are days of UTC: the current one, that and the 29 before, and all since the network began. */
const sums = z.object({ today: units, last_30_days: units, ever: units })

const total = z.object({
  asset,
  /** What publishers earned from ads and orders, after fees and referrals, less what was taken back. */
  publishers: sums,
  /** What the network earned from ads and orders, less what partners and advertisers got of it. */
  fees: sums,
  /** What accounts withdrew to their own addresses. */
  withdrawals: sums
})

export const reserve = z.object({
  asset,
  /** What the blockchains held at addresses of the network. */
  holdings: units,
  /** What accounts were owed, promotional balances apart. */
  liabilities: units,
  checked_at: moment
})

const views = z.object({
  billable: z.number().int(),
  /** Reports that were not counted, by reason. */
  rejected: z.record(z.string(), z.number().int())
})

const settlement = z.object({
  window_start: moment,
  window_end: moment,
  asset,
  billable: z.number().int(),
  /** The sum of the next three. */
  charged: units,
  publishers: units,
  fee: units,
  referral: units,
  /** Null for fewer than three. */
  campaigns: z.number().int().nullable()
})

export const books = resource(
  'books',
  z.object({
    at: moment,
    /** For each currency, as far as the ledger is sealed: a minute behind at most. */
    totals: z.array(total),
    /** The last comparison with the blockchain, for each currency that was ever compared. */
    reserves: z.array(reserve),
    views: z.object({
      /** Null before they were counted for the first time. */
      counted_at: moment.nullable(),
      today: views,
      last_30_days: views
    }),
    /** The last twelve settlement periods of the whole network, the newest first. */
    settlements: z.array(settlement)
  })
)
export const booksDocument = document(books)
