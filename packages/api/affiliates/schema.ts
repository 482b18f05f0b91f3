import { z } from 'zod'
import { documentWithMeta, resource, units } from '../schema.ts'

export const affiliateReportInput = z
  .object({
    /** First and last day in UTC, both included; by default, the last 30 days up to today. There can be 366 days. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional()
  })
  .refine(it => !it.from || !it.to || it.from <= it.to, {
    error: 'must not be before from',
    path: ['to']
  })

const figures = {
  /**
   * How often a page was opened through one of the account's partner links, without crawlers; null if clicks were not
   * counted yet.
   */
  clicks: z.number().int().nullable(),
  /** Accounts that were created by people who came through a partner link. */
  sign_ups: z.number().int(),
  /** Referred accounts that were charged for the first time. */
  paying_accounts: z.number().int(),
  /** What the account earned in each currency. A settlement period belongs to the day on which it began. */
  earnings: z.object({ BTC: units, USD: units })
}

export const affiliateDay = resource('affiliate_days', z.object({ date: z.iso.date(), ...figures }))

/** One row for each day, oldest first, also for days on which nothing happened. */
export const affiliateReport = documentWithMeta(
  z.array(affiliateDay),
  z.object({ from: z.iso.date(), to: z.iso.date(), totals: z.object(figures) })
)
