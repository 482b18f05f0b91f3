import { rootCategoryId } from '@mille/api/constants.ts'
import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import { domainsAbove } from '@mille/api/host-names.ts'
import { chooses } from './audience.ts'
import { type Dates, whyNotThen } from './dates.ts'
import { meetsFloor } from './floors.ts'
import type { Banner, Campaign, Creative, Money, Targets, Unit } from './inventory.ts'
import { choosesWords } from './keywords.ts'
import { areaIn, isLost, type Room } from './room.ts'
import { limitReached } from './spending.ts'

/**
 * Why a campaign may not be shown then in a unit where its ad has that room, or null when it may.
 * Whether the unit itself may show anything is not asked here. The draw works by sets of campaigns instead of asking
 * for each; a test holds the two together.
 */
export function whyNot(campaign: Campaign, unit: Unit, room: Room, nowMs: number): Reason | null {
  return whyNotNow(campaign, nowMs) ?? whyNotHere(campaign, unit, room)
}

/** Why a campaign may not be shown anywhere. */
export function whyNotNow(
  campaign: Pick<Campaign, 'state'> & Dates & Money,
  nowMs: number
): Reason | null {
  if (campaign.state !== 'active') return 'not_active'
  return whyNotThen(campaign, nowMs) ?? limitReached(campaign)
}

/** Why a campaign that runs is not for that unit. */
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
  // Last, so that they name what the floor, and the approval, alone keep away.
  if (!meetsFloor(campaign.price, unit.floor)) return 'below_floor'
  return isApproved(campaign, unit) ? null : 'not_approved'
}

/** Rules approve an ad or its advertiser, never a domain. */
function isApproved({ owner, creative }: Campaign, { approved }: Unit): boolean {
  return (
    approved === null ||
    approved.has(refusal.creative(creative.id)) ||
    approved.has(refusal.advertiser(owner))
  )
}

/** All by which a publisher's rule can keep the campaign out. */
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

/** Why a unit shows no campaign at all. */
export function whyClosed(
  unit: Unit
): 'account_suspended' | 'unit_archived' | 'unit_excluded' | 'site_unverified' | null {
  if (unit.isSuspended) return 'account_suspended'
  if (unit.state === 'archived') return 'unit_archived'
  if (unit.isExcluded) return 'unit_excluded'
  return unit.kind === 'site' && !unit.site?.isVerified ? 'site_unverified' : null
}

/**
 * What of a creative is shown in the unit: the banners that take the most of the room, unless they would be lost in it and
 * there are words, which fill every room.
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

/** Of the unit's size or, in an Adaptive one, of any. */
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
