import { whyClosed, whyNotHere, whyNotNow } from '../choosing/eligibility.ts'
import type { Campaign, Unit } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'

export type AdToApprove = { creative: number; rating: string | null; units: number[] }

/** What is over, or cannot be paid, is not worth a publisher's look; what only waits for its hour is. */
const over: ReadonlySet<string | null> = new Set(['ended', 'no_funds', 'total_budget'])

/** Those of the units where an approval is asked for; all of them while it is in none, so that ads can be approved before. */
export function askingUnits(units: readonly Unit[]): Unit[] {
  const open = units.filter(unit => whyClosed(unit) === null && unit.kind !== 'affiliate')
  const asking = open.filter(unit => unit.approved !== null)
  return asking.length > 0 ? asking : open
}

/** The ads that nothing but an approval keeps from one of the units, the newest first. `breathe` is awaited now and then. */
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
    const waiting = units.filter(unit => whyNotHere(campaign, unit, unlimited) === 'not_approved')
    if (waiting.length === 0) continue
    const { id, rating } = campaign.creative
    found.push({ creative: id, rating, units: waiting.map(it => it.id) })
  }
  return found.sort((one, other) => other.creative - one.creative)
}
