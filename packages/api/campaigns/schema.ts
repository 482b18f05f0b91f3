import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { captcha } from '../captcha/schema.ts'
import {
  campaignNameLength,
  campaignStates,
  creativeLengths,
  paymentCurrencies,
  ratings,
  trafficTypes
} from '../constants.ts'
import { couponCode } from '../coupons/schema.ts'
import { languages } from '../reference-data/languages.ts'
import { productCategoryIds } from '../reference-data/product-categories.ts'
import {
  addressText,
  amountInput,
  asHttpUrl,
  asset,
  document,
  documentWithMeta,
  idInput,
  labelText,
  moment,
  momentInput,
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
import { csvColumns, maxImportCharacters } from './csv-columns.ts'
import { hoursInput, hoursOutput } from './hours.ts'
import { checkLinkMacros, checkMacros, type MacroProblem } from './link-macros.ts'
import { selectionChanges, selectionInput, selectionOutput } from './selection.ts'
import { selfFundingInput, selfFundingOutput } from './self-funding.ts'
import { maxUtmMacros, utmLength } from './utm.ts'
import { visitorsInput, visitorsOutput } from './visitors.ts'

function refuseMacros(check: (text: string) => MacroProblem | null) {
  return (text: string, context: z.core.$RefinementCtx<string>): void => {
    const problem = check(text)
    if (problem)
      context.addIssue({
        code: 'custom',
        message: problem.message,
        params: { code: problem.code },
        continue: false
      })
  }
}

/**
 * UTM parameter that is added at a click unless the link already has a parameter of that name. It may contain macros;
 * null adds nothing.
 */
const utmValue = labelText(utmLength)
  .superRefine(refuseMacros(text => checkMacros(text, maxUtmMacros)))
  .nullable()

/** The campaign's name, which only its owner sees, never the ad's readers. If it is null, the headline is shown. */
const name = labelText(campaignNameLength).nullable()
const creativeFields = {
  language: z.enum(languages),
  /** The headline, which is the text of the ad's link. */
  link_text: plainText(creativeLengths.link_text),
  /** The address that the ad links to, which may contain macros. */
  creative_link: asHttpUrl(addressText.superRefine(refuseMacros(checkLinkMacros))),
  creative_text: plainText(creativeLengths.creative_text),
  /** The call to action in one line. Null means “Learn more” in the creative's language. */
  creative_action: plainText(creativeLengths.creative_action)
    .refine(value => !/[\t\n\r]/.test(value), { error: 'must be a single line' })
    .nullable(),
  rating: z.enum(ratings).nullable(),
  /** What the ad sells: an ID of `GET /product_categories`. Null if it is not said. */
  product_category: z.enum(productCategoryIds).nullable(),
  banner_ids: z.array(idInput).max(32),
  banners_only: z.boolean(),
  /** IDs of uploaded pictures of the kinds `logo` and `illustration`, for text ads. */
  advert_logo: idInput.nullable(),
  advert_illustration: idInput.nullable()
}
export const newCreativeFields = {
  ...creativeFields,
  language: creativeFields.language.default('en'),
  creative_action: creativeFields.creative_action.default(null),
  rating: creativeFields.rating.default(null),
  product_category: creativeFields.product_category.default(null),
  banner_ids: creativeFields.banner_ids.default([]),
  banners_only: creativeFields.banners_only.default(false),
  advert_logo: creativeFields.advert_logo.default(null),
  advert_illustration: creativeFields.advert_illustration.default(null)
}
export const changedCreativeFields = z.object(creativeFields).partial().shape
export const bannersOnlyNeedBanners = {
  check: (value: { banners_only: boolean; banner_ids: readonly string[] }) =>
    !value.banners_only || value.banner_ids.length > 0,
  message: {
    error: 'must contain at least one banner if only banners are shown',
    path: ['banner_ids']
  }
}
/**
 * The maximum share of the daily budget that one site may take in a day of UTC, in whole percent. Null means no limit. An
 * ad unit without a site counts by itself.
 */
const noShare = { error: 'must be a whole number from 1 to 100' }
const siteSharePercent = z.int().min(1, noShare).max(100, noShare).nullable()
/** The first and last moment at which the campaign may be shown. Null means no limit. */
const dates = { starts_at: momentInput.nullable(), ends_at: momentInput.nullable() }
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
    name: name.default(null),
    starts_at: dates.starts_at.default(null),
    ends_at: dates.ends_at.default(null),
    hours: hoursInput.default(null),
    countries: visitorsInput.countries.default(null),
    devices: visitorsInput.devices.default(null),
    systems: visitorsInput.systems.default(null),
    page_languages: visitorsInput.page_languages.default(null),
    page_keywords: visitorsInput.page_keywords.default(null),
    site_share_percent: siteSharePercent.default(null),
    utm_source: utmValue.default(null),
    utm_medium: utmValue.default(null),
    utm_campaign: utmValue.default(null),
    utm_content: utmValue.default(null),
    utm_term: utmValue.default(null),
    ...newCreativeFields,
    /**
     * ID of a campaign of the account whose other variants are copied, with all weights and names and the way of choosing. The
     * creative of this call is the first variant. All of them are reviewed; each copy counts as a campaign created.
     */
    copy_variants_of: idInput.nullable().default(null),
    auto_fund: selfFundingInput.auto_fund.default(false),
    auto_fund_daily_max: selfFundingInput.auto_fund_daily_max.default(null),
    auto_fund_total_max: selfFundingInput.auto_fund_total_max.default(null),
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
  .refine(bannersOnlyNeedBanners.check, bannersOnlyNeedBanners.message)

/** The `state` field accepts only states that the owner can choose; moderation and funding set the others. */
export const updateCampaignInput = z.object({
  id: idInput,
  state: z.enum(['pending', 'active', 'paused']).optional(),
  /** A change of the name or of the UTM parameters needs no review because the ad still leads to the same page. */
  name: name.optional(),
  /** Changes of the dates, hours, and targeted visitors need no review. */
  starts_at: dates.starts_at.optional(),
  ends_at: dates.ends_at.optional(),
  hours: hoursInput.optional(),
  countries: visitorsInput.countries.optional(),
  devices: visitorsInput.devices.optional(),
  systems: visitorsInput.systems.optional(),
  page_languages: visitorsInput.page_languages.optional(),
  page_keywords: visitorsInput.page_keywords.optional(),
  /** A new share applies at once. */
  site_share_percent: siteSharePercent.optional(),
  utm_source: utmValue.optional(),
  utm_medium: utmValue.optional(),
  utm_campaign: utmValue.optional(),
  utm_content: utmValue.optional(),
  utm_term: utmValue.optional(),
  ...changedCreativeFields,
  /** Funding a campaign automatically from the account can be switched on or off at any time. */
  auto_fund: selfFundingInput.auto_fund.optional(),
  auto_fund_daily_max: selfFundingInput.auto_fund_daily_max.optional(),
  auto_fund_total_max: selfFundingInput.auto_fund_total_max.optional(),
  ...selectionChanges
})
/** An action on up to 100 campaigns in one call. */
export const updateCampaignsInput = z
  .object({
    campaign_ids: z.array(idInput).min(1).max(100, 'must have at most 100 values'),
    action: z.enum(['pause', 'resume', 'archive', 'set_daily_budget']),
    /** The new daily budget, for the action `set_daily_budget`. */
    daily_budget: paymentFields.daily_budget.optional(),
    /** Currency of the daily budget. A campaign that is paid in another currency keeps its own budget. */
    asset: asset.optional()
  })
  .refine(it => it.action !== 'set_daily_budget' || it.daily_budget !== undefined, {
    error: 'is required to set it',
    path: ['daily_budget']
  })
  .refine(it => it.action !== 'set_daily_budget' || it.asset !== undefined, {
    error: 'is required to set a daily budget',
    path: ['asset']
  })
export const importCampaignsInput = z
  .object({
    /**
     * CSV with the column names in the first line and a row for each campaign. Columns that are left out are not
     * changed.
     */
    csv: z.string().max(maxImportCharacters, `must have at most ${maxImportCharacters} characters`),
    /** Whether to answer what the import would do without doing it. */
    dry_run: z.boolean(),
    /** The digest that the dry run answered. The import does only what that dry run showed. */
    plan: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not the digest of a dry run')
      .optional(),
    captcha
  })
  .refine(it => it.dry_run || it.plan !== undefined, {
    error: 'is required: make a dry run first',
    path: ['plan']
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
    creative_action: z.string().nullable(),
    rating: z.enum(ratings).nullable(),
    /** What the ad sells, as its advertiser or the reviewer said. Null if neither did. */
    product_category: z.enum(productCategoryIds).nullable(),
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
    /**
     * Terms that were set but do not apply yet. A change that makes a campaign cheaper applies from the next settlement
     * period.
     */
    coming: z.object({ ...terms, valid_from: moment }).nullable()
  })
)
export const campaign = related(
  'campaigns',
  z.object({
    state: z.enum(campaignStates),
    /** The owner's name for the campaign. If it is null, the headline is shown. */
    name: z.string().nullable(),
    utm_source: z.string().nullable(),
    utm_medium: z.string().nullable(),
    utm_campaign: z.string().nullable(),
    utm_content: z.string().nullable(),
    utm_term: z.string().nullable(),
    asset,
    /** The campaign's money that has not been charged yet. */
    balance: units,
    spent: units,
    created_at: moment,
    starts_at: moment.nullable(),
    ends_at: moment.nullable(),
    /** Whether the current moment is before, within, or after these dates, whatever the campaign's state. */
    dates_state: z.enum(['not_started', 'open', 'ended']),
    ...hoursOutput,
    ...visitorsOutput,
    site_share_percent: z.number().int().nullable(),
    ...selfFundingOutput,
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
/** The result of an action on one of several campaigns. The resource's ID is the campaign's ID. */
const campaignChange = resource(
  'campaign_changes',
  z.object({
    /** `unchanged` if the campaign already was in the requested state. */
    result: z.enum(['changed', 'unchanged', 'failed']),
    /** The campaign's state after the action; null if the account does not have the campaign. */
    state: z.enum(campaignStates).nullable(),
    /**
     * Why the action failed: the error code of the call for a single campaign, or `currency_differs`. Null if it did
     * not fail.
     */
    code: z.string().nullable(),
    detail: z.string().nullable()
  })
)
export const campaignChanges = document(z.array(campaignChange))
const csvColumn = z.enum(csvColumns)
/** The result of an import for one row of the file. The resource's ID is the line number of the row. */
const importedRow = resource(
  'campaign_imports',
  z.object({
    line: z.number().int(),
    /** `unchanged` if the campaign already has the row's values. Nothing is imported as long as any row is refused. */
    result: z.enum(['created', 'changed', 'unchanged', 'refused']),
    /** Null for a refused row, and in a dry run for a campaign that does not exist yet. */
    campaign_id: z.string().nullable(),
    /** The campaign's name or headline, from the file or from the account. */
    title: z.string(),
    /** Changes in the format of an export's cells, including consequences such as another review of the creative. */
    changes: z.array(z.object({ column: csvColumn, before: z.string(), after: z.string() })),
    /** Why the row is refused. A null column means that the error concerns the whole row. */
    errors: z.array(
      z.object({ column: csvColumn.nullable(), code: z.string(), detail: z.string() })
    )
  })
)
const rowCount = z.number().int()
export const campaignImport = documentWithMeta(
  z.array(importedRow),
  z.object({
    dry_run: z.boolean(),
    /** Digest of all changes, which the import that follows a dry run must send. */
    plan: z.string(),
    created: rowCount,
    changed: rowCount,
    unchanged: rowCount,
    refused: rowCount,
    /** Columns of the file that are for information only. */
    ignored_columns: z.array(csvColumn)
  })
)
export const fundingDocument = documentWithMeta(
  resource('campaign_fundings', z.object({ amount: units, asset })),
  z.object({ campaign_balance: units, available_balance: units, promotion_balance: units })
)
