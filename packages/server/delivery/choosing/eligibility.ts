import { rootCategoryId } from '@mille/api/constants.ts'
import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import { domainsAbove } from '@mille/api/host-names.ts'
import { chooses } from './audience.ts'
import { type Dates, whyNotThen } from './dates.ts'
import { meetsFloor } from './floors.ts'
import type { Banner, Campaign, Creative, Money, Targets, Unit } from './inventory.ts'
import { choosesWords } from './keywords.ts'
import { areaIn, isLost, type Room } from './room.ts'
import { isSiteFull } from './site-share.ts'
import { limitReached } from './spending.ts'

/**
 * Returns why a campaign may not be shown at a moment in a unit with some space for its ad, or null if it may. Whether
 * the unit itself may show ads is not checked here. The draw uses sets of campaigns instead of this function; a test
 * checks that the two agree.
 */
export function whyNot(campaign: Campaign, unit: Unit, room: Room, nowMs: number): Reason | null {
  return whyNotNow(campaign, nowMs) ?? whyNotHere(campaign, unit, room)
}

/** Returns why a campaign may not be shown anywhere at a moment. */
export function whyNotNow(
  campaign: Pick<Campaign, 'state'> & Dates & Money,
  nowMs: number
): Reason | null {
  if (campaign.state !== 'active') return 'not_active'
  return whyNotThen(campaign, nowMs) ?? limitReached(campaign)
}

/** Returns why an active campaign may not be shown in a unit. */
export function whyNotHere(campaign: Campaign, unit: Unit, room: Room): Reason | null {
  if (unit.kind === 'affiliate') return 'affiliate_unit'
  if (campaign.owner === unit.owner) return 'own_traffic'
  const { creative } = campaign
  if (creative.language !== 'en' && creative.language !== unit.site?.language) return 'language'
  if (campaign.pageLanguages && !chooses(campaign.pageLanguages, unit.site?.language ?? null))
    return 'page_language'
  if (campaign.keywords && !choosesWords(campaign.keywords, unit.site?.words))
    return 'page_keywords'
  if (creative.rating !== null && unit.disallowedRatings.has(creative.rating)) return 'rating'
  if (unit.refused.size > 0 && refusable(campaign).some(it => unit.refused.has(it)))
    return 'refused'
  if (fittingForm(creative, unit, room) === null) return 'no_fitting_creative'
  if (campaign.excluded.units.has(unit.id)) return 'excluded_unit'
  if (unit.site && campaign.excluded.sites.has(unit.site.id)) return 'excluded_site'
  if (includes(campaign.blocked, unit)) return 'blocked'
  if (!isEmpty(campaign.allowed) && !includes(campaign.allowed, unit)) return 'not_selected'
  if (isSiteFull(campaign, unit)) return 'site_share'
  // The floor and the approval are checked last, so that these reasons mean that nothing else excludes the campaign.
  if (!meetsFloor(campaign.price, unit.floor)) return 'below_floor'
  return isApproved(campaign, unit) ? null : 'not_approved'
}

/** Reports whether the unit's owner approved the ad. Approval rules name an ad or its advertiser, never a domain. */
function isApproved({ owner, creative }: Campaign, { approved }: Unit): boolean {
  return (
    approved === null ||
    approved.has(refusal.creative(creative.id)) ||
    approved.has(refusal.advertiser(owner))
  )
}

/** Returns the names by which a publisher's rules can exclude a campaign. */
export function refusable({ owner, creative }: Campaign): string[] {
  return [
    refusal.advertiser(owner),
    refusal.creative(creative.id),
    ...domainsAbove(creative.link).map(refusal.domain)
  ]
}

export const refusal = {
  advertiser: (account: number) => `advertiser ${account}`,
  creative: (id: number) => `creative ${id}`,
  domain: (domain: string) => `domain ${domain}`
}

/** Returns why a unit shows no campaigns at all. */
export function whyClosed(
  unit: Unit
): 'account_suspended' | 'unit_archived' | 'unit_excluded' | 'site_unverified' | null {
  if (unit.isSuspended) return 'account_suspended'
  if (unit.state === 'archived') return 'unit_archived'
  if (unit.isExcluded) return 'unit_excluded'
  return unit.kind === 'site' && !unit.site?.isVerified ? 'site_unverified' : null
}

/**
 * Returns what a unit shows of a creative: the banners that fill most of the space, or the text, which fits any space,
 * if the banners would look lost or none fits.
 */
export function fittingForm(
  creative: Creative,
  unit: Unit,
  room: Room
): readonly Banner[] | 'text' | null {
  const { banners, area } =
    unit.adType === 'text' ? noBanners : largestBanners(creative.banners, unit, room)
  const hasText = !creative.isBannersOnly && unit.adType !== 'banners'
  if (banners.length > 0 && !(hasText && isLost(area, room))) return banners
  return hasText ? 'text' : null
}

type Fitting = { banners: readonly Banner[]; area: number }
const noBanners: Fitting = { banners: [], area: 0 }

/** Finds the largest banners of the unit's size; in an Adaptive unit, of any size. */
function largestBanners(banners: readonly Banner[], unit: Unit, room: Room): Fitting {
  const areaOf = (banner: Banner) =>
    unit.size === 'Adaptive' || unit.size === banner.size ? areaIn(room, banner) : 0
  let area = 0
  let largest: Banner[] = []
  for (const banner of banners) {
    const its = areaOf(banner)
    if (its < area || its === 0) continue
    if (its > area) largest = []
    area = its
    largest.push(banner)
  }
  return area === 0 ? noBanners : { banners: largest, area }
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
