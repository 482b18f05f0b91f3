import { whyClosed, whyNotCreativeHere, whyNotNow } from '../choosing/eligibility.ts'
import type { Campaign, Unit } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'

export type AdToApprove = { creative: number; rating: string | null; units: number[] }

/**
 * Reasons why an ad is not worth a publisher's review: it has ended or cannot be paid. An ad that only waits for its
 * hours is.
 */
const over: ReadonlySet<string | null> = new Set(['ended', 'no_funds', 'total_budget'])

/**
 * Returns the units that require approval of ads, or all units if none does, so that ads can be approved beforehand.
 */
export function askingUnits(units: readonly Unit[]): Unit[] {
  const open = units.filter(unit => whyClosed(unit) === null && unit.kind !== 'affiliate')
  const asking = open.filter(unit => unit.approved !== null)
  return asking.length > 0 ? asking : open
}

/**
 * Finds the ads that only lack an approval for one of the units, newest first; each creative of a campaign is an ad.
 * `breathe` is awaited now and then.
 */
export async function findAdsToApprove(
  units: readonly Unit[],
  campaigns: readonly Campaign[],
  nowMs: number,
  breathe: () => Promise<void> | void
): Promise<AdToApprove[]> {
  const found: AdToApprove[] = []
  for (const campaign of campaigns) {
    await breathe()
    if (over.has(whyNotNow(campaign, nowMs))) continue
    for (const creative of campaign.creatives) {
      const waiting = units.filter(
        unit => whyNotCreativeHere(campaign, creative, unit, unlimited) === 'not_approved'
      )
      if (waiting.length === 0) continue
      const { id, rating } = creative
      found.push({ creative: id, rating, units: waiting.map(it => it.id) })
    }
  }
  return found.sort((one, other) => other.creative - one.creative)
}
