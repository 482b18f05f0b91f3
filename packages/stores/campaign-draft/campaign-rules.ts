import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import type { createCampaignInput } from '@mille/api/campaigns/schema.ts'
import { selectionNames } from '@mille/api/campaigns/selection-names.ts'
import {
  type DeviceSystem,
  type DeviceType,
  defaultPaymentCurrency,
  defaultTrafficType,
  type Language,
  languages,
  type Rating,
  ratings,
  type TrafficType,
  type UtmName,
  utmNames
} from '@mille/api/constants.ts'
import { type Currency, parseAmount } from '@mille/money/amount.ts'
import type { z } from 'zod'
import { momentOfField } from '../shared/moment-text.ts'
import { completeWebAddress } from '../shared/web-address.ts'
import {
  noTraffic,
  type SelectedTraffic,
  trafficAttributes
} from '../traffic-selection/selection-rules.ts'

/** What was typed in the campaign wizard; amounts are texts in `currency`. */
export type CampaignDraft = {
  /** Empty is none: the campaign is called by its headline. */
  name: string
  language: Language
  link_text: string
  creative_link: string
  creative_text: string
  /** Empty is the usual one, in the creative's language. */
  creative_action: string
  rating: Rating | 'none'
  /** Empty is none. */
  coupon_code: string
  advert_logo: CreativePicture | null
  advert_illustration: CreativePicture | null
  banners: Banner[]
  banners_only: boolean
  currency: Currency
  traffic_type: TrafficType
  daily_budget: string
  max_cpm: string
  total_budget: string
  /** Date and time in UTC as a browser's field writes them, `2026-12-04T17:00`; empty is none. */
  starts_at: string
  ends_at: string
  traffic: SelectedTraffic
  countries: CodeChoice
  /** The kinds that see it; null is all. */
  devices: DeviceType[] | null
  systems: DeviceSystem[] | null
  page_languages: CodeChoice<Language>
  /** As the contract has them; none is always. */
  hours: string[]
  /** The time zone that the hours were set in. Empty is the account's: they have been changed, and are of that one when saved. */
  hours_zone: string
  /** The source that the draft began with, such as `ad_unit 12`, so that it is put in once. */
  source: string
  /** The furthest step that was reached; those before it can be entered again at will. */
  reached: number
} & UtmDraft

export const choiceModes = ['all', 'include', 'exclude'] as const
/** The codes are kept while all are chosen, and mean nothing. */
export type CodeChoice<Code extends string = string> = {
  mode: (typeof choiceModes)[number]
  codes: Code[]
}

/** What is added to the link at a click; empty is not added. */
export type UtmDraft = Record<UtmName, string>

export const noUtm: UtmDraft = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: ''
}

/** What the fields begin with, as analytics tools expect it of the ad network at this host. */
export function usualUtm(host: string): UtmDraft {
  return {
    ...noUtm,
    utm_source: host,
    utm_medium: 'display',
    utm_campaign: '{campaign_name}',
    utm_content: '{site}'
  }
}

export const emptyCampaignDraft: CampaignDraft = {
  ...noUtm,
  name: '',
  language: 'en',
  link_text: '',
  creative_link: '',
  creative_text: '',
  creative_action: '',
  rating: 'none',
  coupon_code: '',
  advert_logo: null,
  advert_illustration: null,
  banners: [],
  banners_only: false,
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
  hours: [],
  hours_zone: '',
  source: '',
  reached: 0
}

export const campaignSteps = ['creative', 'banners', 'payment', 'traffic', 'review'] as const
export type CampaignStep = (typeof campaignSteps)[number]

/** The fields of each step, by their names in the contract, so that an error finds its step. */
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
  traffic: [...selectionNames, 'countries', 'devices', 'systems', 'page_languages', 'hours'],
  review: ['captcha']
}

/** The wizard's own language list omits `el`. */
export const wizardLanguages = languages.filter(code => code !== 'el')

/** What is sent to the server; an amount that cannot be read is left as it was typed, for the contract to refuse. */
export function campaignAttributes(draft: CampaignDraft): z.input<typeof createCampaignInput> {
  return {
    name: draft.name.trim() === '' ? null : draft.name,
    language: draft.language,
    link_text: draft.link_text,
    creative_link: completeWebAddress(draft.creative_link),
    ...utmAttributes(draft),
    creative_text: draft.creative_text,
    creative_action: draft.creative_action.trim() === '' ? null : draft.creative_action,
    rating: ratings.find(rating => rating === draft.rating) ?? null,
    banner_ids: draft.banners.map(banner => banner.id),
    banners_only: draft.banners_only,
    coupon_code: draft.coupon_code === '' ? null : draft.coupon_code,
    advert_logo: draft.advert_logo?.id ?? null,
    advert_illustration: draft.advert_illustration?.id ?? null,
    starts_at: momentOfField(draft.starts_at),
    ends_at: momentOfField(draft.ends_at),
    ...trafficAttributes(draft.traffic),
    countries: choiceAttribute(draft.countries),
    devices: draft.devices,
    systems: draft.systems,
    page_languages: choiceAttribute(draft.page_languages),
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

/** Null is all of them. */
export function choiceAttribute<Code extends string>({ mode, codes }: CodeChoice<Code>) {
  return mode === 'all' ? null : { mode, codes }
}

/** The first step that has one of these fields. */
export function stepOfFields(fields: readonly string[]): CampaignStep | null {
  return (
    campaignSteps.find(step => fields.some(field => campaignStepFields[step].includes(field))) ??
    null
  )
}

function unitsText(text: string, currency: Currency): string {
  return parseAmount(text, currency)?.toString() ?? text
}
