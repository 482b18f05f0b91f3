import type { createCampaignInput } from '@mille/api/campaigns/schema.ts'
import { selectionNames } from '@mille/api/campaigns/selection-names.ts'
import {
  type DeviceSystem,
  type DeviceType,
  defaultPaymentCurrency,
  defaultTrafficType,
  type TrafficType,
  type UtmName,
  utmNames
} from '@mille/api/constants.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import { type Currency, parseAmount } from '@mille/money/amount.ts'
import type { z } from 'zod'
import { momentOfField } from '../shared/moment-text.ts'
import {
  noTraffic,
  type SelectedTraffic,
  trafficAttributes
} from '../traffic-selection/selection-rules.ts'
import { type CreativeDraft, contentAttributes, emptyCreativeDraft } from './creative-draft.ts'

/** The input of the campaign wizard; amounts are texts in `currency`. */
export type CampaignDraft = {
  /** The campaign's name. If it is empty, the campaign is shown by its headline. */
  name: string
  /** Coupon code; empty when there is none. */
  coupon_code: string
  currency: Currency
  traffic_type: TrafficType
  daily_budget: string
  max_cpm: string
  total_budget: string
  /** Start and end in UTC as a browser's date field writes them, `2026-12-04T17:00`; empty for none. */
  starts_at: string
  ends_at: string
  traffic: SelectedTraffic
  countries: CodeChoice
  /** Kinds of devices that see the campaign; null means all. */
  devices: DeviceType[] | null
  systems: DeviceSystem[] | null
  page_languages: CodeChoice<Language>
  page_keywords: Keywords
  /** Text in the fields of the keywords that was not added to their lists yet. */
  typed_include: string
  typed_exclude: string
  /** The maximum share of the daily budget for one site, in percent; empty for no limit. */
  site_share_percent: string
  /** Hours of the week in the API's format; an empty list means always. */
  hours: string[]
  /**
   * Time zone in which the hours were set. When it is empty, the hours were changed, and are saved in the account's
   * time zone.
   */
  hours_zone: string
  /** The source that the draft started with, such as `ad_unit 12`, so that it is added only once. */
  source: string
  /** ID of the campaign that the draft was copied from if its other variants are copied too; otherwise empty. */
  copy_variants_of: string
  proposal: Proposal
  /** The furthest step reached so far; earlier steps can be opened again at any time. */
  reached: number
} & CreativeDraft &
  UtmDraft

/** What was proposed last from the page that the ad links to, and the names of the fields that a person has chosen since. */
export type Proposal = Pick<
  CreativeDraft,
  'link_text' | 'creative_text' | 'language' | 'rating'
> & {
  page_url: string
  chosen: string[]
}

export const choiceModes = ['all', 'include', 'exclude'] as const
/** With the mode `all`, the codes are kept but have no effect. */
export type CodeChoice<Code extends string = string> = {
  mode: (typeof choiceModes)[number]
  codes: Code[]
}

/** Words of home pages, folded as the API compares them. */
export type Keywords = Record<KeywordKind, string[]>
export type KeywordKind = 'include' | 'exclude'

/** UTM parameters added to the link on a click; empty ones are left out. */
export type UtmDraft = Record<UtmName, string>

export const noUtm: UtmDraft = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: ''
}

/** Returns the default UTM parameters, as analytics tools expect them from the ad network at this host. */
export function usualUtm(host: string): UtmDraft {
  return {
    ...noUtm,
    utm_source: host,
    utm_medium: 'display',
    utm_campaign: '{campaign_name}',
    utm_content: '{site}'
  }
}

const { link_text, creative_text, language, rating } = emptyCreativeDraft
const noProposal: Proposal = {
  link_text,
  creative_text,
  language,
  rating,
  page_url: '',
  chosen: []
}

export const emptyCampaignDraft: CampaignDraft = {
  ...noUtm,
  ...emptyCreativeDraft,
  name: '',
  coupon_code: '',
  currency: defaultPaymentCurrency,
  traffic_type: defaultTrafficType,
  daily_budget: '',
  max_cpm: '',
  total_budget: '',
  starts_at: '',
  ends_at: '',
  traffic: noTraffic,
  countries: { mode: 'all', codes: [] },
  devices: null,
  systems: null,
  page_languages: { mode: 'all', codes: [] },
  page_keywords: { include: [], exclude: [] },
  typed_include: '',
  typed_exclude: '',
  site_share_percent: '',
  hours: [],
  hours_zone: '',
  source: '',
  copy_variants_of: '',
  proposal: noProposal,
  reached: 0
}

export const campaignSteps = ['creative', 'banners', 'payment', 'traffic', 'review'] as const
export type CampaignStep = (typeof campaignSteps)[number]

/** The fields of each step by their API names, used to find the step of an error. */
export const campaignStepFields: Record<CampaignStep, readonly string[]> = {
  creative: [
    'name',
    'language',
    'link_text',
    'creative_link',
    ...utmNames,
    'creative_text',
    'creative_action',
    'rating',
    'product_category',
    'coupon_code',
    'advert_logo',
    'advert_illustration'
  ],
  banners: ['banner_ids', 'banners_only'],
  payment: [
    'currency',
    'traffic_type',
    'daily_budget',
    'max_cpm',
    'total_budget',
    'starts_at',
    'ends_at'
  ],
  traffic: [
    ...selectionNames,
    'countries',
    'devices',
    'systems',
    'page_languages',
    'page_keywords',
    'typed_include',
    'typed_exclude',
    'site_share_percent',
    'hours'
  ],
  review: ['captcha']
}

/** Returns the attributes sent to the server. An invalid amount is sent as typed, so that the server refuses it. */
export function campaignAttributes(draft: CampaignDraft): z.input<typeof createCampaignInput> {
  return {
    name: draft.name.trim() === '' ? null : draft.name,
    ...contentAttributes(draft),
    ...utmAttributes(draft),
    coupon_code: draft.coupon_code === '' ? null : draft.coupon_code,
    copy_variants_of: draft.copy_variants_of || null,
    starts_at: momentOfField(draft.starts_at),
    ends_at: momentOfField(draft.ends_at),
    ...trafficAttributes(draft.traffic),
    countries: choiceAttribute(draft.countries),
    devices: draft.devices,
    systems: draft.systems,
    page_languages: choiceAttribute(draft.page_languages),
    page_keywords: keywordsOfDraft(draft),
    site_share_percent: percentOf(draft.site_share_percent),
    hours: draft.hours[0] ? draft.hours : null,
    currency: draft.currency,
    traffic_type: draft.traffic_type,
    daily_budget: unitsText(draft.daily_budget, draft.currency),
    max_cpm: draft.max_cpm.trim() === '' ? null : unitsText(draft.max_cpm, draft.currency),
    total_budget:
      draft.total_budget.trim() === '' ? null : unitsText(draft.total_budget, draft.currency)
  }
}

function utmAttributes(draft: UtmDraft): Record<UtmName, string | null> {
  const given = utmNames.map(name => [name, draft[name].trim() === '' ? null : draft[name]])
  return Object.fromEntries(given)
}

/** Returns the chosen codes; null means all of them. */
export function choiceAttribute<Code extends string>({ mode, codes }: CodeChoice<Code>) {
  return mode === 'all' ? null : { mode, codes }
}

/** Returns the chosen keywords; null means that words do not matter. */
export function keywordsAttribute({ include, exclude }: Keywords): Keywords | null {
  return include[0] || exclude[0] ? { include, exclude } : null
}

/** Returns the keywords of both lists and those that are still in the fields, so that none is lost. */
export function keywordsOfDraft(draft: CampaignDraft): Keywords | null {
  const { include, exclude } = draft.page_keywords
  const withTyped = (added: string[], text: string) => [
    ...new Set([...added, ...splitKeywords(text.toLowerCase())])
  ]
  return keywordsAttribute({
    include: withTyped(include, draft.typed_include),
    exclude: withTyped(exclude, draft.typed_exclude)
  })
}

/** What divides keywords in a text: commas, semicolons, tabs and line ends. A space does not: a keyword is one word. */
export const keywordSeparator = /[,;\t\r\n،、，；]/

export function splitKeywords(text: string): string[] {
  return text.split(keywordSeparator).flatMap(it => it.trim() || [])
}

/** Returns the first step that has one of these fields. */
export function stepOfFields(fields: readonly string[]): CampaignStep | null {
  return (
    campaignSteps.find(step => fields.some(field => campaignStepFields[step].includes(field))) ??
    null
  )
}

/** Returns null for an empty text. What is not a short whole number becomes 0, so that the server refuses it. */
function percentOf(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^\d{1,3}$/.test(typed) ? Number(typed) : 0
}

function unitsText(text: string, currency: Currency): string {
  return parseAmount(text, currency)?.toString() ?? text
}
