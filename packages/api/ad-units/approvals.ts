import { z } from 'zod'
import { shownCreative } from '../ad-reports/schema.ts'
import { approvalRuleKinds } from '../constants.ts'
import {
  document,
  documentWithMeta,
  idInput,
  many,
  moment,
  pageInput,
  pagination,
  resource
} from '../schema.ts'
import { describedAd } from './block-rules.ts'

export const listApprovalRulesInput = z.object({
  ...pageInput,
  /** Limits the list to one kind, or to several if it is repeated. */
  'filter[kind]': many(z.enum(approvalRuleKinds)),
  /** Searches for a part of the ad’s title, of its domain or of the advertiser’s name. */
  'filter[query]': z.string().trim().max(100).default('')
})
export const approvalRuleInput = z.object({ id: idInput })
/** If neither a site nor an ad unit is set, the rule applies to all of the account’s ad units. */
export const createApprovalRuleInput = z
  .object({
    kind: z.enum(approvalRuleKinds),
    /**
     * Id of the ad. The rule approves this ad or, depending on `kind`, all ads of its advertiser. Null for the kind
     * `only_approved`.
     */
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
    /** The approved ad, or an ad of the approved advertiser. Null for the kind `only_approved`. */
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
    /** Limits the list to ads that await approval for an ad unit of this site, or for this ad unit. */
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
/** An ad that awaits approval, with the ad's id: what readers would see, and for which ad units it waits. */
export const adToApprove = resource(
  'ads_to_approve',
  shownCreative.shape.attributes.omit({ invitation_url: true }).extend({
    /** The network's rating of the ad's content. Null if there is none. */
    rating: z.string().nullable(),
    /** The first ad units for which the ad lacks only the approval. */
    ad_unit_ids: z.array(z.string()),
    ad_units_count: z.number().int()
  })
)
export const adsToApprove = documentWithMeta(z.array(adToApprove), pagination)
