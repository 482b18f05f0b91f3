import { z } from 'zod'
import { trafficReason } from '../invalid-traffic/schema.ts'
import {
  asset,
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  resource,
  units
} from '../schema.ts'

export const earningsInput = z.object({
  userId: idInput,
  'filter[ad_unit_id]': idInput.optional(),
  ...pageInput
})
/** The earnings of one ad unit on one day, before they become available to its owner. */
export const earning = resource(
  'ad_unit_earnings',
  z.object({
    ad_unit: z.object({ id: z.string(), name: z.string() }),
    day: z.iso.date(),
    currency: asset,
    amount: units,
    /**
     * `waiting` until the unit's slow start ends; `held` by the operator or `taken_back` in the last 30 days, both with
     * a reason.
     */
    state: z.enum(['maturing', 'waiting', 'held', 'taken_back']),
    reason: z.string().nullable(),
    available_at: moment
  })
)
/** What a publisher gets from this network and when, as it applies to everyone without an agreement of their own. */
export const publisherTerms = document(
  resource(
    'publisher_terms',
    z.object({
      /** The network's part of what advertisers pay, in units of 0.01 %. The rest is the publisher's. */
      fee_basis_points: z.number().int(),
      /**
       * Hours that earnings wait after their day (UTC) before they can be withdrawn. `new_unit` applies to ad units
       * younger than 30 days and to those without a site.
       */
      review_hours: z.object({ usual: z.number().int(), new_unit: z.number().int() }),
      withdrawals: z.array(
        z.object({
          asset,
          minimum: units,
          /** What a withdrawal costs. */
          fee: units,
          /** What an account withdraws above it in 24 hours waits for an operator to approve it. */
          approval_above: units
        })
      )
    })
  )
)
const money = z.object({ currency: asset, amount: units })
const slowStart = z.object({
  /** The time of the unit's first earnings; null if it has not earned anything. */
  since: moment.nullable(),
  /** Number of days with traffic that looked human; `days_needed` of them end the slow start. */
  good_days: z.number().int(),
  days_needed: z.number().int(),
  /** Earnings above the limit of the slow start. */
  waiting: z.array(money)
})
export const earningList = documentWithMeta(
  z.array(earning),
  pagination.extend({
    /**
     * Sums of maturing earnings that are neither held nor waiting, by the moment at which they become available,
     * soonest first.
     */
    days: z.array(z.object({ available_at: moment, currency: asset, amount: units })),
    /**
     * Ad units in their slow start, whose traffic quality is not known yet. `slow_start_limits` is what all of an
     * account's units in slow start can earn in a day before the rest waits.
     */
    slow_starts: z.array(
      slowStart.extend({
        ad_unit: z.object({ id: z.string(), name: z.string() }),
        /** When the slow start ends if there are no objections, even with little traffic. */
        ends_at: moment.nullable()
      })
    ),
    slow_start_limits: z.array(money)
  })
)

/**
 * Evidence on which the network put a unit on hold: the score and its reasons, for the views between `from` and the
 * start of the hold.
 */
const holdEvidence = z.object({
  score: z.number().int(),
  reasons: z.array(trafficReason),
  from: moment,
  /** Number of small units of the account whose views were combined; 1 if all views are from this unit. */
  units: z.number().int()
})

/** An ad unit that is on hold or has maturing earnings. */
export const unitEarnings = resource(
  'unit_earnings',
  z.object({
    name: z.string(),
    domain_name: z.string().nullable(),
    user_id: z.string(),
    user_name: z.string().nullable(),
    maturing: z.array(money),
    /** When the first maturing earnings of the unit become available. */
    available_at: moment.nullable(),
    /** `is_automatic` is true if the network made the hold because of the score and no operator has decided yet. */
    hold: z
      .object({
        reason: z.string(),
        since: moment,
        is_automatic: z.boolean(),
        /** Null for a hold that an operator has made. */
        evidence: holdEvidence.nullable()
      })
      .nullable(),
    slow_start: slowStart.nullable()
  })
)
export const reviewInput = z.object({ ...pageInput })
export const unitEarningsList = documentWithMeta(z.array(unitEarnings), pagination)
const reason = z.string().trim().min(1, 'must not be empty').max(500)
const isReasoned = new Set<string>(['hold', 'take_back'])
export const decideEarningsInput = z
  .object({
    /** ID of the ad unit. */
    id: idInput,
    decision: z.enum(['hold', 'release', 'take_back', 'end_slow_start']),
    /** The reason for the decision, which is shown to the publisher. */
    reason: reason.optional()
  })
  .refine(it => !isReasoned.has(it.decision) || it.reason !== undefined, {
    error: 'must not be empty',
    path: ['reason']
  })
