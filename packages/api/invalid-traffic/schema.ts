import { z } from 'zod'
import { trafficReasonCodes } from '../constants.ts'
import { document, idInput, moment, resource } from '../schema.ts'

/** Number of hours up to now that the report covers. Single events of visitors are available for one day only. */
export const reportInput = z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) })
export const unitExclusionInput = z.object({ id: idInput, is_excluded: z.boolean() })
export const visitorExclusionInput = z.object({
  /** The day and the visitor's pseudonym on that day: `2026-03-01.0123456789abcdef`. */
  id: z.string().max(40),
  is_excluded: z.boolean()
})

const count = z.number().int()
export const trafficReason = z.object({
  code: z.enum(trafficReasonCodes),
  /** Points that this reason adds to the score. */
  points: count,
  /** `count` as a percentage of the `of` views. */
  percent: count,
  count,
  of: count
})
export const suspectUnit = z.object({
  /** `0` for events whose ad unit does not exist in this network. */
  id: z.string(),
  name: z.string().nullable(),
  domain_name: z.string().nullable(),
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  viewable: count,
  billable: count,
  /** Rejected views, without those that only repeated a view within 24 hours. */
  rejected: count,
  /** Viewable views whose browser reported that the ad was covered or distorted. */
  covered: count,
  /** The most frequent reason for which views were rejected. */
  reason: z.string().nullable(),
  /**
   * Score from 0 to 100 for the paid views of the last 24 hours, or since an operator released the unit. Null if there
   * were too few views.
   */
  score: count.nullable(),
  reasons: z.array(trafficReason),
  /** Whether the unit has earnings that can still be taken back. */
  is_maturing: z.boolean(),
  /** The hold on the unit's earnings. `is_automatic` is true as long as only the network has decided. */
  hold: z.object({ since: moment, is_automatic: z.boolean() }).nullable(),
  excluded_at: moment.nullable()
})
export const suspectVisitor = z.object({
  id: z.string(),
  viewable: count,
  billable: count,
  clicked: count,
  units: count,
  excluded_at: moment.nullable()
})
export const report = document(
  resource(
    'invalid_traffic_reports',
    z.object({
      from: moment,
      until: moment,
      viewable: count,
      reasons: z.record(z.string(), count),
      units: z.array(suspectUnit),
      visitors: z.array(suspectVisitor)
    })
  )
)
