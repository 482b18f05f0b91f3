import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { creative } from '../campaigns/schema.ts'
import { captcha } from '../captcha/schema.ts'
import { document, idInput, moment, pageInput, pagination, plainText, resource } from '../schema.ts'
import { reportNoteLength, reportReasons } from './reasons.ts'

const picture = z.object({ source: z.string(), width: z.number().int(), height: z.number().int() })

export const shownCreativeInput = z.object({ id: idInput, unit_id: idInput })
/** What a reader has seen, and nothing else of the campaign. */
export const shownCreative = resource(
  'shown_creatives',
  z.object({
    title: z.string(),
    text: z.string(),
    /** The advertiser's own call to action; null is “Learn more” in the ad's language. */
    action: z.string().nullable(),
    /** Host name that the ad leads to. */
    domain: z.string(),
    /** What the advertiser calls itself. Null: it has set no public name. */
    advertiser_name: z.string().nullable(),
    language: z.string(),
    banners_only: z.boolean(),
    banners: z.array(picture.extend({ id: z.string(), size: z.string() })),
    logo: picture.nullable(),
    illustration: picture.nullable(),
    /** Where “your ad here” leads; null where the publisher does not invite advertisers, or has archived the ad unit. */
    invitation_url: z.string().nullable()
  })
)
export const shownCreativeDocument = document(shownCreative)

export const reportInput = z.object({
  id: idInput,
  unit_id: idInput,
  reason: z.enum(reportReasons),
  note: plainText(reportNoteLength).nullable().default(null),
  captcha
})

export const reportedCreativesInput = z.object({ ...pageInput })
export const reportedCreative = resource(
  'reported_creatives',
  z.object({
    user_id: z.string(),
    user_name: z.string().nullable(),
    campaign_id: z.string(),
    /** What its owner calls it. Null: it is called by its headline. */
    campaign_name: z.string().nullable(),
    reports_count: z.number().int(),
    reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int() })),
    /** The newest that anyone wrote. */
    note: z.string().nullable(),
    /** Of the newest report: a decision is about the reports up to it. */
    newest_report_id: z.string(),
    first_reported_at: moment,
    last_reported_at: moment
  })
)
/** Each has the ID of its creative, which is included. */
export const reportedCreatives = z.object({
  data: z.array(reportedCreative),
  included: z.array(z.union([creative, banner])),
  meta: pagination
})
export const decideReportsInput = z
  .object({
    id: idInput,
    decision: z.enum(['dismiss', 'reject']),
    newest_report_id: idInput,
    reason: plainText(500).optional()
  })
  .refine(value => value.decision === 'dismiss' || value.reason !== undefined, {
    error: 'is required when rejecting',
    path: ['reason']
  })
