import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as approvals from './approvals.ts'
import type * as blockRules from './block-rules.ts'
import type * as houseAds from './house-ads.ts'
import type * as previews from './previews.ts'
import type * as schema from './schema.ts'

export type AdUnit = z.infer<typeof schema.adUnit>
export type AdUnitDocument = z.infer<typeof schema.adUnitDocument>
export type ApprovalRule = z.infer<typeof approvals.approvalRule>
export type NewApprovalRule = z.input<typeof approvals.createApprovalRuleInput>
export type AdToApprove = z.infer<typeof approvals.adToApprove>
export type BlockRule = z.infer<typeof blockRules.blockRule>
export type NewBlockRule = z.input<typeof blockRules.createBlockRuleInput>
export type HouseAd = z.infer<typeof houseAds.houseAd>
export type NewHouseAd = z.input<typeof houseAds.createHouseAdInput>
export type EmbedSettings = z.infer<typeof schema.embedSettings>
export type EmbedCode = z.infer<typeof schema.embedCode>
export type CodeFinding = z.infer<typeof schema.codeFinding>
export type CodeCheck = z.infer<typeof schema.codeCheck>

export const listAdUnits = endpoint<
  z.input<typeof schema.listInput>,
  z.infer<typeof schema.adUnitList>
>({
  method: 'GET',
  path: '/api/v1/ad_units',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: [],
  summary: 'The account’s own ad units, newest first'
})

export const createAdUnit = endpoint<
  z.input<typeof schema.createAdUnitInput>,
  z.infer<typeof schema.adUnitWithCode>
>({
  method: 'POST',
  path: '/api/v1/ad_units',
  statuses: [201],
  auth: 'user',
  type: 'ad_units',
  idempotency: 'optional',
  errors: ['amount_invalid'],
  summary:
    'Creates an ad unit on a page of one of the account’s sites, or without a site; the code to paste is in meta.code'
})

export const readAdUnit = endpoint<z.input<typeof schema.adUnitInput>, AdUnitDocument>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['not_found'],
  summary: 'One of the account’s own ad units'
})

export const updateAdUnit = endpoint<z.input<typeof schema.updateAdUnitInput>, AdUnitDocument>({
  method: 'PATCH',
  path: '/api/v1/ad_units/{id}',
  statuses: [200],
  auth: 'user',
  type: 'ad_units',
  errors: [
    'amount_invalid',
    'fallback_url_missing',
    'fallback_url_insecure',
    'fallback_url_private',
    'fallback_url_of_network',
    'not_found'
  ],
  summary: 'Changes a unit’s name, size, ads, floor price, fallback, and appearance'
})

export const archiveAdUnit = endpoint<z.input<typeof schema.adUnitInput>, void>({
  method: 'DELETE',
  path: '/api/v1/ad_units/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Archives a unit: it stops showing ads and keeps its history and earnings'
})

export const readAdUnitCode = endpoint<
  z.input<typeof schema.codeInput>,
  z.infer<typeof schema.codeDocument>
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/code',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The snippet of a unit, in each form'
})

export const checkAdUnitCode = endpoint<
  z.input<typeof schema.checkCodeInput>,
  z.infer<typeof schema.codeCheckDocument>
>({
  method: 'POST',
  path: '/api/v1/ad_units/{id}/code_checks',
  statuses: [201],
  auth: 'user',
  type: 'code_checks',
  errors: ['not_found', 'too_many_requests'],
  summary: 'Fetches a page and looks for the unit’s snippet; an unreachable page is not an error'
})

export const createPreview = endpoint<
  z.input<typeof previews.createPreviewInput>,
  z.infer<typeof previews.previewDocument>
>({
  method: 'POST',
  path: '/api/v1/ad_units/{id}/previews',
  statuses: [201],
  auth: 'user',
  type: 'previews',
  errors: ['not_found', 'preview_not_shown'],
  summary:
    'Allows showing a creative or a state of the ad unit on its own page for 30 minutes without counting it; for the unit’s owner, and for advertisers with their own creatives'
})

export const listBlockRules = endpoint<
  z.input<typeof blockRules.listBlockRulesInput>,
  z.infer<typeof blockRules.blockRuleList>
>({
  method: 'GET',
  path: '/api/v1/block_rules',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'What the account’s ad units refuse to show, newest first'
})

export const createBlockRule = endpoint<
  z.input<typeof blockRules.createBlockRuleInput>,
  z.infer<typeof blockRules.blockRuleDocument>
>({
  method: 'POST',
  path: '/api/v1/block_rules',
  statuses: [200, 201],
  auth: 'user',
  type: 'block_rules',
  idempotency: 'optional',
  errors: ['block_rules_too_many'],
  summary:
    'Refuses an advertiser, a domain or an ad on all of the account’s units, a site, or a unit within a second; an existing rule is returned'
})

export const deleteBlockRule = endpoint<z.input<typeof blockRules.blockRuleInput>, void>({
  method: 'DELETE',
  path: '/api/v1/block_rules/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Removes a rule: what it refused can be shown again'
})

export const listApprovalRules = endpoint<
  z.input<typeof approvals.listApprovalRulesInput>,
  z.infer<typeof approvals.approvalRuleList>
>({
  method: 'GET',
  path: '/api/v1/approval_rules',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'Where the account’s ad units show only approved ads, and which ads and advertisers it approved, newest first'
})

export const createApprovalRule = endpoint<
  z.input<typeof approvals.createApprovalRuleInput>,
  z.infer<typeof approvals.approvalRuleDocument>
>({
  method: 'POST',
  path: '/api/v1/approval_rules',
  statuses: [200, 201],
  auth: 'user',
  type: 'approval_rules',
  idempotency: 'optional',
  errors: ['approval_rules_too_many'],
  summary:
    'Shows only approved ads, or approves an ad or an advertiser, on all of the account’s units, a site, or a unit within a second; an existing rule is returned'
})

export const deleteApprovalRule = endpoint<z.input<typeof approvals.approvalRuleInput>, void>({
  method: 'DELETE',
  path: '/api/v1/approval_rules/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Takes an approval back, or shows ads without an approval again'
})

export const listAdsToApprove = endpoint<
  z.input<typeof approvals.adsToApproveInput>,
  z.infer<typeof approvals.adsToApprove>
>({
  method: 'GET',
  path: '/api/v1/ads_to_approve',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'Ads that fit the account’s units and are neither approved nor blocked, newest first: for the units that show only approved ads, or for all while none does'
})

export const listHouseAds = endpoint<
  z.input<typeof houseAds.listHouseAdsInput>,
  z.infer<typeof houseAds.houseAdList>
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/house_ads',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'House ads of a unit, oldest first'
})

export const createHouseAd = endpoint<
  z.input<typeof houseAds.createHouseAdInput>,
  z.infer<typeof houseAds.houseAdDocument>
>({
  method: 'POST',
  path: '/api/v1/ad_units/{id}/house_ads',
  statuses: [201],
  auth: 'user',
  type: 'house_ads',
  idempotency: 'optional',
  errors: ['end_passed', 'end_before_start', 'banner_unknown', 'house_ads_too_many', 'not_found'],
  summary: 'Adds a house ad, unpaid and shown while no campaign matches'
})

export const updateHouseAd = endpoint<
  z.input<typeof houseAds.updateHouseAdInput>,
  z.infer<typeof houseAds.houseAdDocument>
>({
  method: 'PATCH',
  path: '/api/v1/house_ads/{id}',
  statuses: [200],
  auth: 'user',
  type: 'house_ads',
  errors: ['end_passed', 'end_before_start', 'banner_unknown', 'not_found'],
  summary: 'Changes a house ad; null removes a date'
})

export const deleteHouseAd = endpoint<z.input<typeof houseAds.houseAdInput>, void>({
  method: 'DELETE',
  path: '/api/v1/house_ads/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Removes a house ad'
})
