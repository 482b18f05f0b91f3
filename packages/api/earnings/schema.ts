import { z } from 'zod'
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
    /** `held` by the operator, or `taken_back` in the last 30 days, both with the reason. */
    state: z.enum(['maturing', 'held', 'taken_back']),
    reason: z.string().nullable(),
    available_at: moment
  })
)
export const earningList = documentWithMeta(
  z.array(earning),
  pagination.extend({
    /** Sums of what is maturing and not held, by the moment at which it becomes available, soonest first. */
    days: z.array(z.object({ available_at: moment, currency: asset, amount: units }))
  })
)

const money = z.object({ currency: asset, amount: units })
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
    hold: z.object({ reason: z.string(), since: moment, is_automatic: z.boolean() }).nullable()
  })
)
export const reviewInput = z.object({ ...pageInput })
export const unitEarningsList = documentWithMeta(z.array(unitEarnings), pagination)
const reason = z.string().trim().min(1, 'must not be empty').max(500)
export const decideEarningsInput = z
  .object({
    /** Of the ad unit. */
    id: idInput,
    decision: z.enum(['hold', 'release', 'take_back']),
    /** The publisher reads it. */
    reason: reason.optional()
  })
  .refine(it => it.decision === 'release' || it.reason !== undefined, {
    error: 'must not be empty',
    path: ['reason']
  })
