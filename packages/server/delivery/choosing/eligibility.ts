import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import { domainsAbove } from '@mille/api/host-names.ts'
import { rootCategoryId } from '@mille/api/reference-data/categories.ts'
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

/**
 * Returns why an active campaign may not be shown in a unit, or null if at least one of its creatives may. If none may,
 * this is the reason of the creative that passes the most of `checks`, so that it tells what to change first. A reason
 * that applies to the whole campaign is returned unless all creatives fail an earlier check.
 */
export function whyNotHere(campaign: Campaign, unit: Unit, room: Room): Reason | null {
  let furthest = -1
  for (const creative of campaign.creatives) {
    const failed = firstFailed(campaign, creative, unit, room)
    if (failed === -1) return null
    if (failed > furthest) furthest = failed
  }
  return checks[furthest]?.[0] ?? null
}

/** Returns why one creative of an active campaign may not be shown in a unit. */
export function whyNotCreativeHere(
  campaign: Campaign,
  creative: Creative,
  unit: Unit,
  room: Room
): Reason | null {
  return checks[firstFailed(campaign, creative, unit, room)]?.[0] ?? null
}

/** Returns the index of the first of `checks` that a creative fails, or -1. */
function firstFailed(campaign: Campaign, creative: Creative, unit: Unit, room: Room): number {
  for (let index = 0; index < checks.length; index++)
    if (checks[index]?.[1](campaign, creative, unit, room)) return index
  return -1
}

type Check = (campaign: Campaign, creative: Creative, unit: Unit, room: Room) => boolean

/**
 * The reasons why a creative may not be shown in a unit, in the order in which they are checked. The floor and the
 * approval come last, so that these reasons mean that nothing else excludes the creative.
 */
const checks: readonly [Reason, Check][] = [
  ['affiliate_unit', (_campaign, _creative, unit) => unit.kind === 'affiliate'],
  ['own_traffic', (campaign, _creative, unit) => campaign.owner === unit.owner],
  [
    'language',
    (_campaign, { language }, { site }) => language !== 'en' && language !== site?.language
  ],
  [
    'page_language',
    ({ pageLanguages }, _creative, { site }) =>
      pageLanguages !== null && !chooses(pageLanguages, site?.language ?? null)
  ],
  [
    'page_keywords',
    ({ keywords }, _creative, { site }) => keywords !== null && !choosesWords(keywords, site?.words)
  ],
  [
    'rating',
    (_campaign, { rating }, { disallowedRatings }) =>
      rating !== null && disallowedRatings.has(rating)
  ],
  [
    'refused',
    ({ owner }, creative, { refused }) =>
      refused.size > 0 && refusable(owner, creative).some(it => refused.has(it))
  ],
  [
    'no_fitting_creative',
    (_campaign, creative, unit, room) => fittingForm(creative, unit, room) === null
  ],
  ['excluded_unit', ({ excluded }, _creative, { id }) => excluded.units.has(id)],
  [
    'excluded_site',
    ({ excluded }, _creative, { site }) => site !== null && excluded.sites.has(site.id)
  ],
  ['blocked', ({ blocked }, _creative, unit) => includes(blocked, unit)],
  ['not_selected', ({ allowed }, _creative, unit) => !isEmpty(allowed) && !includes(allowed, unit)],
  ['site_share', (campaign, _creative, unit) => isSiteFull(campaign, unit)],
  ['below_floor', ({ price }, _creative, { floor }) => !meetsFloor(price, floor)],
  ['not_approved', ({ owner }, creative, { approved }) => !isApproved(owner, creative, approved)]
]

/** Reports whether the unit's owner approved the ad. Approval rules name an ad or its advertiser, never a domain. */
function isApproved(owner: number, { id }: Creative, approved: Unit['approved']): boolean {
  return (
    approved === null ||
    approved.has(refusal.creative(id)) ||
    approved.has(refusal.advertiser(owner))
  )
}

const namesOf = new WeakMap<Creative, { owner: number; names: readonly string[] }>()

/**
 * Returns the names by which a publisher's rules can exclude a creative of an advertiser. They are kept as long as the
 * creative, because reading its link takes longer than all other checks of a unit together.
 */
export function refusable(owner: number, creative: Creative): readonly string[] {
  const known = namesOf.get(creative)
  if (known?.owner === owner) return known.names
  const names = readRefusable(owner, creative)
  namesOf.set(creative, { owner, names })
  return names
}

function readRefusable(owner: number, { id, link, productCategory }: Creative): string[] {
  return [
    refusal.advertiser(owner),
    refusal.creative(id),
    ...(productCategory === null ? [] : [refusal.category(productCategory)]),
    ...domainsAbove(link).map(refusal.domain)
  ]
}

export const refusal = {
  advertiser: (account: number) => `advertiser ${account}`,
  creative: (id: number) => `creative ${id}`,
  domain: (domain: string) => `domain ${domain}`,
  category: (id: string) => `category ${id}`
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
 * Reports whether a unit that shows nothing else invites advertisers. Affiliate units show only their invitation; a
 * closed unit shows none.
 */
export function showsInvitation(unit: Unit): boolean {
  return !whyClosed(unit) && (unit.hasInvitation || unit.kind === 'affiliate')
}

/**
 * Returns what a unit shows of a creative: the banners that fill most of the space, or the text, which fits any space,
 * if the banners would look lost or none fits.
 */
export function fittingForm(
  creative: Pick<Creative, 'banners' | 'isBannersOnly'>,
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
