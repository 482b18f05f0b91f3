import { z } from 'zod'
import { shownCreative } from '../ad-reports/schema.ts'
import { approvalRuleKinds } from '../constants.ts'
import {
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  resource
} from '../schema.ts'
import { describedAd } from './block-rules.ts'

export const listApprovalRulesInput = z.object({
  ...pageInput,
  'filter[kind]': z.enum(approvalRuleKinds).optional()
})
export const approvalRuleInput = z.object({ id: idInput })
/** Without a site and an ad unit, the rule is for all of the account’s units. */
export const createApprovalRuleInput = z
  .object({
    kind: z.enum(approvalRuleKinds),
    /** The ad, or any ad of the advertiser. Not for the kind `only_approved`. */
    creative_id: idInput.nullable().default(null),
    site_id: idInput.nullable().default(null),
    ad_unit_id: idInput.nullable().default(null)
  })
  .superRefine(({ kind, creative_id, site_id, ad_unit_id }, context) => {
    const isSwitch = kind === 'only_approved'
    if (isSwitch !== (creative_id === null)) {
      const message = isSwitch ? `does not go with the kind ${kind}` : 'must not be empty'
      context.addIssue({ code: 'custom', path: ['creative_id'], message })
    }
    if (site_id !== null && ad_unit_id !== null)
      context.addIssue({ code: 'custom', path: ['ad_unit_id'], message: 'does not go with a site' })
  })

export const approvalRule = resource(
  'approval_rules',
  z.object({
    kind: z.enum(approvalRuleKinds),
    /** Null: the rule is that only approved ads are shown. */
    ad: describedAd.nullable(),
    site_id: z.string().nullable(),
    ad_unit_id: z.string().nullable(),
    created_at: moment
  })
)
export const approvalRuleDocument = document(approvalRule)
export const approvalRuleList = documentWithMeta(z.array(approvalRule), pagination)

export const adsToApproveInput = z
  .object({
    ...pageInput,
    /** Only what waits for a unit of that site, or for that unit. */
    'filter[site_id]': idInput.optional(),
    'filter[ad_unit_id]': idInput.optional()
  })
  .superRefine((given, context) => {
    if (given['filter[site_id]'] && given['filter[ad_unit_id]'])
      context.addIssue({
        code: 'custom',
        path: ['filter[ad_unit_id]'],
        message: 'does not go with a site'
      })
  })
/** Its ID is the ad's: what a reader would see, and which units it waits for. */
export const adToApprove = resource(
  'ads_to_approve',
  shownCreative.shape.attributes.omit({ invitation_url: true }).extend({
    /** What the network says of its content; null where it says nothing. */
    rating: z.string().nullable(),
    /** The first of the units where nothing but an approval is missing. */
    ad_unit_ids: z.array(z.string()),
    ad_units_count: z.number().int()
  })
)
export const adsToApprove = documentWithMeta(z.array(adToApprove), pagination)
