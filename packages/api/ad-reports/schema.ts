import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { creative } from '../campaigns/schema.ts'
import { captcha } from '../captcha/schema.ts'
import { document, idInput, moment, pageInput, pagination, plainText, resource } from '../schema.ts'
import { reportNoteLength, reportReasons } from './reasons.ts'

const picture = z.object({ source: z.string(), width: z.number().int(), height: z.number().int() })

export const shownCreativeInput = z.object({ id: idInput, unit_id: idInput })
/** The ad as the reader saw it, without any other data of the campaign. */
export const shownCreative = resource(
  'shown_creatives',
  z.object({
    title: z.string(),
    text: z.string(),
    /** The advertiser's own call to action. Null shows “Learn more” in the ad's language. */
    action: z.string().nullable(),
    /** Host name of the ad's link. */
    domain: z.string(),
    /** The advertiser's public name. Null if none is set. */
    advertiser_name: z.string().nullable(),
    language: z.string(),
    banners_only: z.boolean(),
    banners: z.array(picture.extend({ id: z.string(), size: z.string() })),
    logo: picture.nullable(),
    illustration: picture.nullable(),
    /** The link of “your ad here”. Null if the publisher does not invite advertisers or has archived the ad unit. */
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
    /** The campaign's name, as its owner set it. Null: the headline is used instead. */
    campaign_name: z.string().nullable(),
    reports_count: z.number().int(),
    reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int() })),
    /** The newest note among the reports. */
    note: z.string().nullable(),
    /** Id of the newest report. A decision applies to the reports up to this one. */
    newest_report_id: z.string(),
    first_reported_at: moment,
    last_reported_at: moment
  })
)
/** Each item has the id of its creative, which is in `included`. */
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
