import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'
import type * as variants from './variants.ts'

export type Campaign = z.infer<typeof schema.campaign>
export type CampaignDocument = z.infer<typeof schema.campaignDocument>
export type CampaignList = z.infer<typeof schema.campaignList>
export type Creative = z.infer<typeof schema.creative>
export type CreativePicture = NonNullable<Creative['attributes']['advert_logo']>
export type Variant = z.infer<typeof variants.variant>
export type VariantDocument = z.infer<typeof variants.variantDocument>
export type VariantList = z.infer<typeof variants.variantList>
export type PaymentModel = z.infer<typeof schema.paymentModel>

export const listCampaigns = endpoint<z.input<typeof schema.listInput>, CampaignList>({
  method: 'GET',
  path: '/api/v1/campaigns',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: [],
  summary: 'The account’s own campaigns, newest first'
})

export const exportCampaigns = endpoint<Record<never, never>, string>({
  method: 'GET',
  path: '/api/v1/campaigns.csv',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  csv: true,
  cost: 10,
  errors: [],
  summary:
    'All of the account’s own campaigns as CSV, a row for each, with the columns that an import takes'
})

export const createCampaign = endpoint<
  z.input<typeof schema.createCampaignInput>,
  CampaignDocument
>({
  method: 'POST',
  path: '/api/v1/campaigns',
  statuses: [201],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaigns',
  idempotency: 'optional',
  errors: [
    'amount_invalid',
    'link_macro_unknown',
    'link_macro_misplaced',
    'banner_unknown',
    'traffic_source_unknown',
    'end_passed',
    'end_before_start',
    'hours_empty',
    'coupon_unknown',
    'coupon_expired',
    'coupon_used',
    'coupon_unconfirmed',
    'coupon_paused',
    'campaign_unknown',
    'too_many_requests',
    'captcha_required',
    'captcha_invalid'
  ],
  summary: 'Creates a campaign, which is then reviewed'
})

export const readCampaign = endpoint<z.input<typeof schema.campaignInput>, CampaignDocument>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary: 'One of the account’s own campaigns'
})

export const updateCampaign = endpoint<
  z.input<typeof schema.updateCampaignInput>,
  CampaignDocument
>({
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}',
  statuses: [200],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaigns',
  idempotency: 'optional',
  errors: [
    'not_found',
    'state_not_allowed',
    'amount_invalid',
    'insufficient_funds',
    'link_macro_unknown',
    'link_macro_misplaced',
    'banner_unknown',
    'traffic_source_unknown',
    'end_passed',
    'end_before_start',
    'hours_empty',
    'too_many_requests'
  ],
  summary:
    'Pauses, resumes, renames, or submits a campaign, sets where, when and for whom it runs and whether it funds itself, or edits its creative, which is then reviewed again'
})

export const updateCampaigns = endpoint<
  z.input<typeof schema.updateCampaignsInput>,
  z.infer<typeof schema.campaignChanges>
>({
  method: 'PATCH',
  path: '/api/v1/campaigns',
  statuses: [200],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaign_changes',
  idempotency: 'optional',
  cost: 10,
  errors: ['amount_invalid'],
  summary:
    'Pauses, resumes or archives up to 100 campaigns, or sets their daily budgets: the answer says for each whether it was changed, and why not'
})

export const importCampaigns = endpoint<
  z.input<typeof schema.importCampaignsInput>,
  z.infer<typeof schema.campaignImport>
>({
  method: 'POST',
  path: '/api/v1/campaigns/import',
  statuses: [200],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaign_imports',
  idempotency: 'optional',
  jsonBytes: 1_000_000,
  cost: 50,
  errors: [
    'csv_invalid',
    'csv_column_unknown',
    'import_refused',
    'import_changed',
    'captcha_required',
    'captcha_invalid'
  ],
  summary:
    'Creates and changes up to 100 campaigns from CSV, all or none: first a dry run answers what would change in each row, then its digest makes it so'
})

export const archiveCampaign = endpoint<z.input<typeof schema.campaignInput>, void>({
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}',
  statuses: [204],
  auth: 'user',
  scopes: ['campaigns'],
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Archives a campaign; unspent money returns to the account'
})

export const updatePaymentModel = endpoint<z.input<typeof schema.updatePaymentModelInput>, void>({
  method: 'PUT',
  path: '/api/v1/campaign_payment_models/{id}',
  statuses: [201, 204],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaign_payment_models',
  errors: [
    'not_found',
    'amount_invalid',
    'currency_fixed',
    'state_not_allowed',
    'too_many_requests'
  ],
  summary:
    'Sets how a campaign is charged: increases apply immediately, decreases from the next settlement period'
})

export const fundCampaign = endpoint<
  z.input<typeof schema.fundCampaignInput>,
  z.infer<typeof schema.fundingDocument>
>({
  method: 'POST',
  path: '/api/v1/campaigns/{id}/fundings',
  statuses: [201],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaign_fundings',
  idempotency: 'required',
  errors: ['not_found', 'amount_invalid', 'insufficient_funds', 'state_not_allowed'],
  summary: 'Moves money from the account to the campaign'
})

export const listVariants = endpoint<z.input<typeof variants.listVariantsInput>, VariantList>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/variants',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary: 'The ads among which a campaign chooses, oldest first, and how it chooses'
})

export const createVariant = endpoint<z.input<typeof variants.createVariantInput>, VariantDocument>(
  {
    method: 'POST',
    path: '/api/v1/campaigns/{id}/variants',
    statuses: [201],
    auth: 'user',
    scopes: ['campaigns'],
    type: 'variants',
    idempotency: 'optional',
    errors: [
      'not_found',
      'state_not_allowed',
      'variants_too_many',
      'link_macro_unknown',
      'link_macro_misplaced',
      'banner_unknown',
      'too_many_requests'
    ],
    summary:
      'Adds an ad to a campaign, which is then reviewed; the campaign’s other variants keep running'
  }
)

export const updateVariant = endpoint<z.input<typeof variants.updateVariantInput>, VariantDocument>(
  {
    method: 'PATCH',
    path: '/api/v1/campaigns/{id}/variants/{variant_id}',
    statuses: [200],
    auth: 'user',
    scopes: ['campaigns'],
    type: 'variants',
    idempotency: 'optional',
    errors: [
      'not_found',
      'state_not_allowed',
      'link_macro_unknown',
      'link_macro_misplaced',
      'banner_unknown'
    ],
    summary:
      'Changes a variant’s name and weight, or edits its creative, which is then reviewed again while the approved one keeps running'
  }
)

export const removeVariant = endpoint<z.input<typeof variants.variantInput>, void>({
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}/variants/{variant_id}',
  statuses: [204],
  auth: 'user',
  scopes: ['campaigns'],
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed', 'variant_needed'],
  summary:
    'Removes a variant, which is then no longer shown; the last one, and the only one that is approved, cannot be removed'
})

export const updateVariantChoice = endpoint<
  z.input<typeof variants.updateVariantChoiceInput>,
  void
>({
  method: 'PUT',
  path: '/api/v1/campaigns/{id}/variant_choice',
  statuses: [204],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'variant_choices',
  errors: ['not_found', 'state_not_allowed'],
  summary:
    'Sets how a campaign chooses among its variants: by weights, or the one that is clicked most'
})
