import { z } from 'zod'
import { trafficReasonCodes } from '../constants.ts'
import { document, idInput, moment, resource } from '../schema.ts'

/** The last so many hours are looked at; single events of visitors are known for a day. */
export const reportInput = z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) })
export const unitExclusionInput = z.object({ id: idInput, is_excluded: z.boolean() })
export const visitorExclusionInput = z.object({
  /** The day and what the visitor is called on it: `2026-03-01.0123456789abcdef`. */
  id: z.string().max(40),
  is_excluded: z.boolean()
})

const count = z.number().int()
export const trafficReason = z.object({
  code: z.enum(trafficReasonCodes),
  /** What it adds to the score. */
  points: count,
  /** So many percent are `count` of `of` views. */
  percent: count,
  count,
  of: count
})
export const suspectUnit = z.object({
  /** `0` for what names no unit of ours. */
  id: z.string(),
  name: z.string().nullable(),
  domain_name: z.string().nullable(),
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  viewable: count,
  billable: count,
  /** Without the views that only came a second time in 24 hours. */
  rejected: count,
  /** Viewable, though the browser said that something lay over the ad or distorted it. */
  covered: count,
  /** The reason that most were rejected for. */
  reason: z.string().nullable(),
  /**
   * Of the paid views of the last 24 hours, or of those since an operator released the unit, 0 to 100; null where they were too
   * few to say.
   */
  score: count.nullable(),
  reasons: z.array(trafficReason),
  /** Whether it has earned something that can still be taken back. */
  is_maturing: z.boolean(),
  /** Since when its earnings are on hold; `is_automatic` while only the network has decided. */
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
