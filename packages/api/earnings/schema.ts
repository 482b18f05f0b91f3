import { z } from 'zod'
import { trafficReason } from '../invalid-traffic/schema.ts'
import {
  asset,
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
/** What one ad unit earned on one day, on its way to its owner. */
export const earning = resource(
  'ad_unit_earnings',
  z.object({
    ad_unit: z.object({ id: z.string(), name: z.string() }),
    day: z.iso.date(),
    currency: asset,
    amount: units,
    /**
     * `waiting` for the end of the unit's slow start; `held` by the operator, or `taken_back` in the last 30 days, both with
     * the reason.
     */
    state: z.enum(['maturing', 'waiting', 'held', 'taken_back']),
    reason: z.string().nullable(),
    available_at: moment
  })
)
const money = z.object({ currency: asset, amount: units })
const slowStart = z.object({
  /** Its first earning; null when it has not earned anything. */
  since: moment.nullable(),
  /** So many days of traffic that looked like that of people, of those that end it. */
  good_days: z.number().int(),
  days_needed: z.number().int(),
  /** What it earned above the limit. */
  waiting: z.array(money)
})
export const earningList = documentWithMeta(
  z.array(earning),
  pagination.extend({
    /** Sums of what is maturing, is not held and does not wait, by the moment at which it becomes available, soonest first. */
    days: z.array(z.object({ available_at: moment, currency: asset, amount: units })),
    /** Of ad units whose traffic is not known yet, and what an account's earn together in a day before the rest waits. */
    slow_starts: z.array(
      slowStart.extend({
        ad_unit: z.object({ id: z.string(), name: z.string() }),
        /** When it ends if nothing speaks against it, however little traffic there is. */
        ends_at: moment.nullable()
      })
    ),
    slow_start_limits: z.array(money)
  })
)

/** What the network found when it put a unit on hold: its score, and of what, in the views from `from` until the hold began. */
const holdEvidence = z.object({
  score: z.number().int(),
  reasons: z.array(trafficReason),
  from: moment,
  /** Of how many small units of the account the views were added up; 1 where they are all of this unit. */
  units: z.number().int()
})

/** An ad unit with something that matures, or on hold. */
export const unitEarnings = resource(
  'unit_earnings',
  z.object({
    name: z.string(),
    domain_name: z.string().nullable(),
    user_id: z.string(),
    user_name: z.string().nullable(),
    maturing: z.array(money),
    /** When the first of it becomes available. */
    available_at: moment.nullable(),
    /** `is_automatic` when the network made it because of the score, and no operator has decided yet. */
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
    /** Of the ad unit. */
    id: idInput,
    decision: z.enum(['hold', 'release', 'take_back', 'end_slow_start']),
    /** The publisher reads it. */
    reason: reason.optional()
  })
  .refine(it => !isReasoned.has(it.decision) || it.reason !== undefined, {
    error: 'must not be empty',
    path: ['reason']
  })
