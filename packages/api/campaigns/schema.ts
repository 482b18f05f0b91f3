import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { captcha } from '../captcha/schema.ts'
import {
  campaignNameLength,
  campaignStates,
  creativeLengths,
  languages,
  paymentCurrencies,
  ratings,
  trafficTypes
} from '../constants.ts'
import { couponCode } from '../coupons/schema.ts'
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

/** Added to the link at a click where the link has no parameter of that name; it may have macros. Null adds nothing. */
const utmValue = labelText(utmLength)
  .superRefine(refuseMacros(text => checkMacros(text, maxUtmMacros)))
  .nullable()

/** For the owner's own pages, never on the ad. Null: the headline is shown. */
const name = labelText(campaignNameLength).nullable()
const creativeFields = {
  language: z.enum(languages),
  /** The headline, which is the link. */
  link_text: plainText(creativeLengths.link_text),
  /** May have macros. */
  creative_link: asHttpUrl(addressText.superRefine(refuseMacros(checkLinkMacros))),
  creative_text: plainText(creativeLengths.creative_text),
  /** What pressing the ad does, in one line. Null is “Learn more” in the creative's language. */
  creative_action: plainText(creativeLengths.creative_action)
    .refine(value => !/[\t\n\r]/.test(value), { error: 'must be a single line' })
    .nullable(),
  rating: z.enum(ratings).nullable(),
  banner_ids: z.array(idInput).max(32),
  banners_only: z.boolean(),
  /** Ids of uploads of that kind, for the text form. */
  advert_logo: idInput.nullable(),
  advert_illustration: idInput.nullable()
}
/** From when and until when the campaign may be shown. Null means no such limit. */
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
    utm_source: utmValue.default(null),
    utm_medium: utmValue.default(null),
    utm_campaign: utmValue.default(null),
    utm_content: utmValue.default(null),
    utm_term: utmValue.default(null),
    ...creativeFields,
    language: creativeFields.language.default('en'),
    creative_action: creativeFields.creative_action.default(null),
    rating: creativeFields.rating.default(null),
    banner_ids: creativeFields.banner_ids.default([]),
    banners_only: creativeFields.banners_only.default(false),
    advert_logo: creativeFields.advert_logo.default(null),
    advert_illustration: creativeFields.advert_illustration.default(null),
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
  .refine(value => !value.banners_only || value.banner_ids.length > 0, {
    error: 'must contain at least one banner if only banners are shown',
    path: ['banner_ids']
  })

/** States that the owner may ask for; the others come from moderation and from money. */
export const updateCampaignInput = z.object({
  id: idInput,
  state: z.enum(['pending', 'active', 'paused']).optional(),
  /** A change of the name or of what is added to the link is not reviewed: the page that the ad leads to stays. */
  name: name.optional(),
  /** Changes of the dates, the hours and the visitors are not reviewed either. */
  starts_at: dates.starts_at.optional(),
  ends_at: dates.ends_at.optional(),
  hours: hoursInput.optional(),
  countries: visitorsInput.countries.optional(),
  devices: visitorsInput.devices.optional(),
  systems: visitorsInput.systems.optional(),
  page_languages: visitorsInput.page_languages.optional(),
  page_keywords: visitorsInput.page_keywords.optional(),
  utm_source: utmValue.optional(),
  utm_medium: utmValue.optional(),
  utm_campaign: utmValue.optional(),
  utm_content: utmValue.optional(),
  utm_term: utmValue.optional(),
  language: creativeFields.language.optional(),
  link_text: creativeFields.link_text.optional(),
  creative_link: creativeFields.creative_link.optional(),
  creative_text: creativeFields.creative_text.optional(),
  creative_action: creativeFields.creative_action.optional(),
  rating: creativeFields.rating.optional(),
  banner_ids: creativeFields.banner_ids.optional(),
  banners_only: creativeFields.banners_only.optional(),
  advert_logo: creativeFields.advert_logo.optional(),
  advert_illustration: creativeFields.advert_illustration.optional(),
  /** A campaign may be told at any time to fund itself from the account, or not to. */
  auto_fund: selfFundingInput.auto_fund.optional(),
  auto_fund_daily_max: selfFundingInput.auto_fund_daily_max.optional(),
  auto_fund_total_max: selfFundingInput.auto_fund_total_max.optional(),
  ...selectionChanges
})
/** What may be done to many campaigns by one call. */
export const updateCampaignsInput = z
  .object({
    campaign_ids: z.array(idInput).min(1).max(100, 'must have at most 100 values'),
    action: z.enum(['pause', 'resume', 'archive', 'set_daily_budget']),
    /** For that action. */
    daily_budget: paymentFields.daily_budget.optional(),
    /** Of the budget. A campaign that is paid in another one keeps its own. */
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
    /** A row for each campaign, below the names of the columns. Columns that are left out are not changed. */
    csv: z.string().max(maxImportCharacters, `must have at most ${maxImportCharacters} characters`),
    /** Answers what the import would do, and does nothing. */
    dry_run: z.boolean(),
    /** The digest that the dry run answered: only what it showed is done. */
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
    /** What the owner calls it. Null: it is called by its headline. */
    name: z.string().nullable(),
    utm_source: z.string().nullable(),
    utm_medium: z.string().nullable(),
    utm_campaign: z.string().nullable(),
    utm_content: z.string().nullable(),
    utm_term: z.string().nullable(),
    asset,
    /** On the campaign and not yet charged. */
    balance: units,
    spent: units,
    created_at: moment,
    starts_at: moment.nullable(),
    ends_at: moment.nullable(),
    /** Where now is by these dates, whatever the state. */
    dates_state: z.enum(['not_started', 'open', 'ended']),
    ...hoursOutput,
    ...visitorsOutput,
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
/** What became of one of many campaigns; the ID is the campaign's. */
const campaignChange = resource(
  'campaign_changes',
  z.object({
    /** `unchanged` where it was so before. */
    result: z.enum(['changed', 'unchanged', 'failed']),
    /** Where it is now. Null for one that the account does not have. */
    state: z.enum(campaignStates).nullable(),
    /** Why it failed, by the error code of the call for one campaign, or `currency_differs`; else null. */
    code: z.string().nullable(),
    detail: z.string().nullable()
  })
)
export const campaignChanges = document(z.array(campaignChange))
const csvColumn = z.enum(csvColumns)
/** What an import does with a row of the file; the ID is the row's line in the file. */
const importedRow = resource(
  'campaign_imports',
  z.object({
    line: z.number().int(),
    /** `unchanged` where the campaign is so already; nothing is imported while a row is refused. */
    result: z.enum(['created', 'changed', 'unchanged', 'refused']),
    /** Null for a campaign that is new in a dry run, or that is refused. */
    campaign_id: z.string().nullable(),
    /** The campaign's name or headline, as the file or the account has it. */
    title: z.string(),
    /** As cells of an export have it; also what follows, such as a creative that is reviewed again. */
    changes: z.array(z.object({ column: csvColumn, before: z.string(), after: z.string() })),
    /** Why the row is refused. Null is the row as a whole. */
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
    /** The digest of all that is done, for the import that follows a dry run. */
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
