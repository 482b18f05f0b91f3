import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { captcha } from '../captcha/schema.ts'
import {
  campaignStates,
  languages,
  paymentCurrencies,
  ratings,
  trafficTypes
} from '../constants.ts'
import { couponCode } from '../coupons/schema.ts'
import {
  amountInput,
  asset,
  documentWithMeta,
  httpUrl,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  positiveAmountInput,
  related,
  resource,
  toMany,
  toOne,
  units
} from '../schema.ts'
import { selectionChanges, selectionInput, selectionOutput } from './selection.ts'

const creativeFields = {
  language: z.enum(languages),
  /** The headline, which is the link. */
  link_text: plainText(60),
  creative_link: httpUrl,
  creative_text: plainText(160),
  rating: z.enum(ratings).nullable(),
  banner_ids: z.array(idInput).max(32),
  banners_only: z.boolean(),
  /** Ids of uploads of that kind, for the text form. */
  advert_logo: idInput.nullable(),
  advert_illustration: idInput.nullable()
}
const paymentFields = {
  currency: z.enum(paymentCurrencies),
  traffic_type: z.enum(trafficTypes),
  daily_budget: positiveAmountInput,
  max_cpm: amountInput.nullable(),
  total_budget: amountInput.nullable()
}
const cpmNeedsPrice = {
  check: (value: { traffic_type?: string | undefined; max_cpm?: string | null | undefined }) =>
    value.traffic_type !== 'cpm' ||
    (value.max_cpm !== null && value.max_cpm !== undefined && value.max_cpm !== '0'),
  message: { error: 'is required for a CPM campaign', path: ['max_cpm'] }
}

export const createCampaignInput = z
  .object({
    ...creativeFields,
    language: creativeFields.language.default('en'),
    rating: creativeFields.rating.default(null),
    banner_ids: creativeFields.banner_ids.default([]),
    banners_only: creativeFields.banners_only.default(false),
    advert_logo: creativeFields.advert_logo.default(null),
    advert_illustration: creativeFields.advert_illustration.default(null),
    ...selectionInput,
    ...paymentFields,
    currency: paymentFields.currency.default('btc'),
    traffic_type: paymentFields.traffic_type.default('cpd'),
    max_cpm: paymentFields.max_cpm.default(null),
    total_budget: paymentFields.total_budget.default(null),
    coupon_code: couponCode.nullable().default(null),
    captcha
  })
  .refine(cpmNeedsPrice.check, cpmNeedsPrice.message)
  .refine(value => !value.banners_only || value.banner_ids.length > 0, {
    error: 'must contain at least one banner if only banners are shown',
    path: ['banner_ids']
  })

/** States that the owner may ask for; the others come from moderation and from money. */
export const updateCampaignInput = z.object({
  id: idInput,
  state: z.enum(['pending', 'active', 'paused']).optional(),
  language: creativeFields.language.optional(),
  link_text: creativeFields.link_text.optional(),
  creative_link: creativeFields.creative_link.optional(),
  creative_text: creativeFields.creative_text.optional(),
  rating: creativeFields.rating.optional(),
  banner_ids: creativeFields.banner_ids.optional(),
  banners_only: creativeFields.banners_only.optional(),
  advert_logo: creativeFields.advert_logo.optional(),
  advert_illustration: creativeFields.advert_illustration.optional(),
  ...selectionChanges
})
export const updatePaymentModelInput = z
  .object({ id: idInput, ...paymentFields })
  .refine(cpmNeedsPrice.check, cpmNeedsPrice.message)
export const fundCampaignInput = z.object({ id: idInput, amount: positiveAmountInput })
export const campaignInput = z.object({ id: idInput })
export const listInput = z.object(pageInput)

const creativePicture = z.object({
  id: z.string(),
  file_name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  source: z.string()
})

export const creative = related(
  'creatives',
  z.object({
    state: z.enum(['pending', 'live', 'rejected', 'superseded']),
    language: z.string(),
    link_text: z.string(),
    creative_link: z.string(),
    creative_text: z.string(),
    rating: z.enum(ratings).nullable(),
    banners_only: z.boolean(),
    banner_ids: z.array(z.string()),
    advert_logo: creativePicture.nullable(),
    advert_illustration: creativePicture.nullable(),
    /** The coupon that the campaign was created with. */
    coupon_code: z.string().nullable(),
    rejected_reason: z.string().nullable()
  }),
  z.object({ banners: toMany('banners') })
)
const terms = {
  traffic_type: z.enum(trafficTypes),
  daily_budget: units,
  max_cpm: units.nullable(),
  total_budget: units.nullable()
}
export const paymentModel = resource(
  'campaign_payment_models',
  z.object({
    currency: z.enum(paymentCurrencies),
    ...terms,
    /** What was set and does not count yet: what makes a campaign cheaper waits for the next window. */
    coming: z.object({ ...terms, valid_from: moment }).nullable()
  })
)
export const campaign = related(
  'campaigns',
  z.object({
    state: z.enum(campaignStates),
    asset,
    /** On the campaign and not yet charged. */
    balance: units,
    spent: units,
    created_at: moment,
    ...selectionOutput
  }),
  z.object({
    creative: toOne('creatives'),
    payment_model: toOne('campaign_payment_models')
  })
)
const included = z.array(z.union([creative, paymentModel, banner]))
export const campaignDocument = z.object({ data: campaign, included })
export const campaignList = z.object({ data: z.array(campaign), included, meta: pagination })
export const fundingDocument = documentWithMeta(
  resource('campaign_fundings', z.object({ amount: units, asset })),
  z.object({ campaign_balance: units, available_balance: units, promotion_balance: units })
)
