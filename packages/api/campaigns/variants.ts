import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { campaignNameLength, maxVariantWeight, variantChoices } from '../constants.ts'
import { idInput, labelText, moment, related, toOne } from '../schema.ts'
import {
  bannersOnlyNeedBanners,
  changedCreativeFields,
  creative,
  newCreativeFields
} from './schema.ts'

const weightError = `must be a whole number from 1 to ${maxVariantWeight}`
/** How the advertiser calls the variant. Only the advertiser and operators see it. */
const name = labelText(campaignNameLength)
/** Relative frequency of the variant among the campaign's live variants, if the campaign chooses by weights. */
const weight = z.int(weightError).min(1, weightError).max(maxVariantWeight, weightError)

/** Id of the campaign. */
export const listVariantsInput = z.object({ id: idInput })
export const createVariantInput = z
  .object({
    /** Id of the campaign. */
    id: idInput,
    /** Null gives the variant the first letter that no other variant has as its name. */
    name: name.nullable().default(null),
    weight: weight.default(1),
    ...newCreativeFields
  })
  .refine(bannersOnlyNeedBanners.check, bannersOnlyNeedBanners.message)
export const variantInput = z.object({ id: idInput, variant_id: idInput })
/** The name and the weight change at once. Any other change adds a version of the creative, which is reviewed first. */
export const updateVariantInput = z.object({
  id: idInput,
  variant_id: idInput,
  name: name.optional(),
  weight: weight.optional(),
  ...changedCreativeFields
})
export const updateVariantChoiceInput = z.object({
  id: idInput,
  /** `weights` chooses in proportion to the weights, `best` prefers the variant that is clicked most. */
  choice: z.enum(variantChoices)
})

export const variant = related(
  'variants',
  z.object({
    name: z.string(),
    weight: z.number().int(),
    /** Whether a version of the variant is approved and can be shown, even if a newer one is pending review. */
    is_live: z.boolean(),
    /** IDs of all versions of the variant's creative, newest first, for reports by creative. Up to 100. */
    creative_ids: z.array(z.string()),
    created_at: moment
  }),
  /** The creative that is pending review, otherwise the live one, otherwise the newest. */
  z.object({ creative: toOne('creatives') })
)
const included = z.array(z.union([creative, banner]))
export const variantDocument = z.object({ data: variant, included })
export const variantList = z.object({
  data: z.array(variant),
  included,
  meta: z.object({ variant_choice: z.enum(variantChoices) })
})
