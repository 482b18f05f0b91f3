import type { EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import { newUnitSettings } from '@mille/api/ad-units/new-unit-settings.ts'
import type { createAdUnitInput } from '@mille/api/ad-units/schema.ts'
import type { AdType, Rating, UnitKind } from '@mille/api/constants.ts'
import { bannerSizes, dimensions, type UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import type { createSiteInput } from '@mille/api/sites/schema.ts'
import type { z } from 'zod'
import { readableColors } from '../code-embedding/colors.ts'
import { completeWebAddress } from '../shared/web-address.ts'

export type ScreenType = 'desktop' | 'mobile'

/** The input of the ad-unit wizard, with the specification's defaults. */
export type AdUnitDraft = {
  page_url: string
  /** The analyzed page, as typed; empty before an analysis. The findings are suggested only once. */
  analysed: string
  /** The language that the page declares. */
  language: Language
  /** The categories that were suggested last. Another page's suggestion replaces them, but not a person's own choice. */
  suggested: string[]
  screen_type: ScreenType
  size: UnitSize
  /** Ratings of ads that the publisher refuses. */
  disallowed_ratings: Rating[]
  ad_type: AdType
  /** Monthly views that the publisher expects, as typed. */
  impressions: string
  category_ids: string[]
  ad_unit_type: UnitKind
  /** How the ad looks. Colors are as typed. */
  settings: EmbedSettings
  /** The furthest step reached so far; earlier steps can be opened again at any time. */
  reached: number
}

export const emptyAdUnitDraft: AdUnitDraft = {
  page_url: '',
  analysed: '',
  language: 'en',
  suggested: [],
  screen_type: 'desktop',
  size: 'Adaptive',
  disallowed_ratings: ['nsfw'],
  ad_type: 'mixed',
  impressions: '1000000',
  category_ids: [],
  ad_unit_type: 'site',
  settings: newUnitSettings,
  reached: 0
}

/** The wizard's steps, in the specification's order. */
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

/** Width in pixels of the narrowest phones, on which the widest mobile banner leaves no margin. */
const widestOnMobile = 320

/** Returns the sizes that fit a screen type, Adaptive first. */
export function sizesFor(screenType: ScreenType): UnitSize[] {
  const fitting = bannerSizes.filter(
    size => screenType === 'desktop' || dimensions(size).width <= widestOnMobile
  )
  return ['Adaptive', ...fitting]
}

/** Categories offered for a site. `root`, which means everything, is left out, because a site has specific subjects. */
export const siteCategories = categories.filter(category => category.name !== 'root')

export function siteAttributes(draft: AdUnitDraft): z.input<typeof createSiteInput> {
  const { language, category_ids } = draft
  return { page_url: completeWebAddress(draft.page_url), language, category_ids }
}

/** Unfinished colors are left out, as in the preview. */
export function adUnitAttributes(draft: AdUnitDraft): z.input<typeof createAdUnitInput> {
  return {
    page_url: completeWebAddress(draft.page_url),
    kind: draft.ad_unit_type,
    size: draft.size,
    screen_type: draft.screen_type,
    ad_type: draft.ad_type,
    disallowed_ratings: draft.disallowed_ratings,
    impressions: readImpressions(draft.impressions),
    settings: { ...draft.settings, color: readableColors(draft.settings.color) }
  }
}

/** Removes the separators with which people group digits. */
export function readImpressions(text: string): string {
  return text.replaceAll(/[\s,.'_]/g, '')
}

/** Returns the first step that has one of these fields. */
export function stepOfFields(fields: readonly string[]): AdUnitStep | null {
  return (
    adUnitSteps.find(step => fields.some(field => adUnitStepFields[step].includes(field))) ?? null
  )
}
