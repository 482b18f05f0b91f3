import type { Diagnosis, Problem, Reason } from '@mille/api/diagnosis/endpoints.ts'
import { whyClosed, whyNot, whyNotHere, whyNotNow } from '../choosing/eligibility.ts'
import type { Campaign, Unit } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'

type Findings = Diagnosis['attributes']

/** What a unit makes of the campaigns that run. */
export function diagnoseUnit(unit: Unit, campaigns: readonly Campaign[], nowMs: number): Findings {
  const closed = whyClosed(unit)
  const problems: Problem[] = []
  if (closed) problems.push(closed)
  if (unit.kind === 'affiliate') problems.push('affiliate_unit')
  return { problems, ...countReasons(campaigns.map(it => whyNot(it, unit, unlimited, nowMs))) }
}

/** What the open units make of a campaign, as if it ran. Whether it does is a problem of its own. */
export function diagnoseCampaign(
  campaign: Campaign,
  units: readonly Unit[],
  nowMs: number
): Findings {
  const problem = whyNotNow(campaign, nowMs)
  const open = units.filter(unit => !whyClosed(unit) && unit.kind !== 'affiliate')
  return {
    problems: problem === null ? [] : [problem as Problem],
    ...countReasons(open.map(unit => whyNotHere(campaign, unit, unlimited)))
  }
}

function countReasons(found: readonly (Reason | null)[]): Omit<Findings, 'problems'> {
  const reasons: Findings['reasons'] = {}
  for (const reason of found) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  return { total: found.length, eligible: found.filter(it => it === null).length, reasons }
}
