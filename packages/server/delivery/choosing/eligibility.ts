import { dimensions, rootCategoryId } from '@mille/api/constants.ts'
import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import type { Banner, Campaign, Creative, Money, Targets, Unit } from './inventory.ts'
import { limitReached } from './spending.ts'

/**
 * Why a campaign may not be shown in a unit whose container has that many CSS pixels, or null when it may.
 * Whether the unit itself may show anything is not asked here. The draw works by sets of campaigns instead of asking
 * for each; a test holds the two together.
 */
export function whyNot(campaign: Campaign, unit: Unit, width: number): Reason | null {
  return whyNotNow(campaign) ?? whyNotHere(campaign, unit, width)
}

/** Why a campaign may not be shown anywhere. */
export function whyNotNow(campaign: Pick<Campaign, 'state'> & Money): Reason | null {
  return campaign.state === 'active' ? limitReached(campaign) : 'not_active'
}

/** Why a campaign that runs is not for that unit. */
export function whyNotHere(campaign: Campaign, unit: Unit, width: number): Reason | null {
  if (unit.kind === 'affiliate') return 'affiliate_unit'
  if (campaign.owner === unit.owner) return 'own_traffic'
  const { creative } = campaign
  if (creative.language !== 'en' && creative.language !== unit.site?.language) return 'language'
  if (creative.rating !== null && unit.disallowedRatings.has(creative.rating)) return 'rating'
  if (fittingForm(creative, unit, width) === null) return 'no_fitting_creative'
  if (campaign.excluded.units.has(unit.id)) return 'excluded_unit'
  if (unit.site && campaign.excluded.sites.has(unit.site.id)) return 'excluded_site'
  if (includes(campaign.blocked, unit)) return 'blocked'
  if (!isEmpty(campaign.allowed) && !includes(campaign.allowed, unit)) return 'not_selected'
  return null
}

/** Why a unit shows no campaign at all. */
export function whyClosed(
  unit: Unit
): 'unit_archived' | 'unit_excluded' | 'site_unverified' | null {
  if (unit.state === 'archived') return 'unit_archived'
  if (unit.isExcluded) return 'unit_excluded'
  return unit.kind === 'site' && !unit.site?.isVerified ? 'site_unverified' : null
}

/**
 * What of a creative is shown in the unit. A banner made for the place comes before the text, which fits every place.
 * An Adaptive unit takes the widest banners that its container has room for.
 */
export function fittingForm(
  creative: Creative,
  unit: Unit,
  width: number
): readonly Banner[] | 'text' | null {
  const banners = unit.adType === 'text' ? [] : fittingBanners(creative, unit, width)
  if (banners.length > 0) return banners
  return creative.isBannersOnly || unit.adType === 'banners' ? null : 'text'
}

/** An Adaptive container is never narrower, whatever the page says. */
export const narrowest = dimensions('Adaptive').width

function fittingBanners(creative: Creative, unit: Unit, width: number): readonly Banner[] {
  if (unit.size !== 'Adaptive') return creative.banners.filter(banner => banner.size === unit.size)
  const room = Math.max(width, narrowest)
  let widest = 0
  for (const banner of creative.banners)
    if (banner.width <= room && banner.width > widest) widest = banner.width
  return creative.banners.filter(banner => banner.width === widest)
}

function includes(targets: Targets, unit: Unit): boolean {
  return (
    targets.categories.has(rootCategoryId) ||
    targets.units.has(unit.id) ||
    (unit.site !== null && targets.sites.has(unit.site.id)) ||
    unit.categories.some(category => targets.categories.has(category))
  )
}

export function isEmpty(targets: Targets): boolean {
  return targets.categories.size === 0 && targets.sites.size === 0 && targets.units.size === 0
}
