import type { createAdUnitInput } from '@mille/api/ad-units/schema.ts'
import {
  type AdType,
  bannerSizes,
  categories,
  dimensions,
  type Language,
  type Rating,
  type UnitKind,
  type UnitSize
} from '@mille/api/constants.ts'
import type { createSiteInput } from '@mille/api/sites/schema.ts'
import type { z } from 'zod'
import { completeWebAddress } from '../shared/web-address.ts'

export type ScreenType = 'desktop' | 'mobile'

/** What was typed in the ad-unit wizard, with the specification's defaults. */
export type AdUnitDraft = {
  page_url: string
  /** The page that was looked at, as it was typed; empty before. What was found is suggested once. */
  analysed: string
  /** Of the page, as it says itself. */
  language: Language
  screen_type: ScreenType
  size: UnitSize
  /** Ratings of ads that the publisher does not want. */
  disallowed_ratings: Rating[]
  ad_type: AdType
  /** Views a month that the publisher expects, as typed. */
  impressions: string
  category_ids: string[]
  ad_unit_type: UnitKind
  /** The furthest step that was reached; those before it can be entered again at will. */
  reached: number
}

export const emptyAdUnitDraft: AdUnitDraft = {
  page_url: '',
  analysed: '',
  language: 'en',
  screen_type: 'desktop',
  size: 'Adaptive',
  disallowed_ratings: ['nsfw'],
  ad_type: 'mixed',
  impressions: '1000000',
  category_ids: [],
  ad_unit_type: 'site',
  reached: 0
}

/** The screens of the specification, in its order. */
export const adUnitSteps = [
  'page',
  'screen',
  'size',
  'disallowed',
  'ads',
  'impressions',
  'categories',
  'review'
] as const
export type AdUnitStep = (typeof adUnitSteps)[number]

export const adUnitStepFields: Record<AdUnitStep, readonly string[]> = {
  page: ['page_url'],
  screen: ['screen_type'],
  size: ['size'],
  disallowed: ['disallowed_ratings'],
  ads: ['ad_type'],
  impressions: ['impressions'],
  categories: ['category_ids', 'language'],
  review: ['kind', 'captcha']
}

/** The narrowest phones show 320 px beside no margin at all. */
const widestOnMobile = 320

/** The sizes that a screen has room for, Adaptive first. */
export function sizesFor(screenType: ScreenType): UnitSize[] {
  const fitting = bannerSizes.filter(
    size => screenType === 'desktop' || dimensions(size).width <= widestOnMobile
  )
  return ['Adaptive', ...fitting]
}

/** A site is about something in particular, so `root`, which means everything, is not offered. */
export const siteCategories = categories.filter(category => category.name !== 'root')

export function siteAttributes(draft: AdUnitDraft): z.input<typeof createSiteInput> {
  const { language, category_ids } = draft
  return { page_url: completeWebAddress(draft.page_url), language, category_ids }
}

export function adUnitAttributes(draft: AdUnitDraft): z.input<typeof createAdUnitInput> {
  return {
    page_url: completeWebAddress(draft.page_url),
    kind: draft.ad_unit_type,
    size: draft.size,
    screen_type: draft.screen_type,
    ad_type: draft.ad_type,
    disallowed_ratings: draft.disallowed_ratings,
    impressions: readImpressions(draft.impressions)
  }
}

/** Digits as people group them. */
export function readImpressions(text: string): string {
  return text.replaceAll(/[\s,.'_]/g, '')
}

/** The first step that has one of these fields. */
export function stepOfFields(fields: readonly string[]): AdUnitStep | null {
  return (
    adUnitSteps.find(step => fields.some(field => adUnitStepFields[step].includes(field))) ?? null
  )
}
