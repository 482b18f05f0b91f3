import type { Diagnosis, Problem, Reason } from '@mille/api/diagnosis/endpoints.ts'
import { type Audience, isForPlace, isForSystem } from '../choosing/audience.ts'
import {
  showsInvitation,
  whyClosed,
  whyNot,
  whyNotHere,
  whyNotNow
} from '../choosing/eligibility.ts'
import { drawHouseAd } from '../choosing/house-ads.ts'
import type { Campaign, Unit } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'
import type { UnitVisitors } from './unit-visitors.ts'

type Findings = Diagnosis['attributes']

/**
 * Counts why running campaigns do not match a unit. `visitors` are the unit's visitors of the last days; empty if it
 * had none.
 */
export function diagnoseUnit(
  unit: Unit,
  campaigns: readonly Campaign[],
  visitors: UnitVisitors,
  nowMs: number
): Findings {
  const closed = whyClosed(unit)
  const problems: Problem[] = []
  if (closed) problems.push(closed)
  if (unit.kind === 'affiliate') problems.push('affiliate_unit')
  const reasonOf = (campaign: Campaign) =>
    whyNot(campaign, unit, unlimited, nowMs) ??
    (campaign.audience && isForNone(campaign.audience, visitors) ? 'visitors' : null)
  return { problems, ...countReasons(campaigns.map(reasonOf)) }
}

/**
 * Counts why open units do not match a campaign, as if it were running; if it is not, that is listed as a problem.
 * `strangers` are units seen only by visitors outside the campaign's audience.
 */
export function diagnoseCampaign(
  campaign: Campaign,
  units: readonly Unit[],
  strangers: ReadonlySet<number>,
  nowMs: number
): Findings {
  const problem = whyNotNow(campaign, nowMs)
  const open = units.filter(unit => !whyClosed(unit) && unit.kind !== 'affiliate')
  return {
    problems: problem === null ? [] : [problem as Problem],
    ...countReasons(
      open.map(
        unit =>
          whyNotHere(campaign, unit, unlimited) ?? (strangers.has(unit.id) ? 'visitors' : null)
      )
    )
  }
}

/** Returns what a unit shows while no campaign matches it. */
export function insteadOf(unit: Unit, nowMs: number): NonNullable<Findings['instead']> {
  if (whyClosed(unit)) return 'nothing'
  if (drawHouseAd(unit.houseAds, nowMs, { fraction: () => 0 })) return 'house_ads'
  if (unit.fallback === 'frame') return 'frame'
  if (unit.fallback === 'collapse') return 'nothing'
  return showsInvitation(unit) ? 'invitation' : 'nothing'
}

function isForNone(audience: Audience, { places, systems }: UnitVisitors): boolean {
  return (
    (places.length > 0 && !places.some(it => isForPlace(audience, it))) ||
    (systems.length > 0 && !systems.some(it => isForSystem(audience, it)))
  )
}

function countReasons(found: readonly (Reason | null)[]): Omit<Findings, 'problems'> {
  const reasons: Findings['reasons'] = {}
  for (const reason of found) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  return { total: found.length, eligible: found.filter(it => it === null).length, reasons }
}
