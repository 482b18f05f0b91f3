import { dayMs } from '@mille/api/durations.ts'
import { isOpenByClock } from '@mille/testing/schedules.ts'
import { start, type Terms } from './plan.ts'
import type { TermsCampaign } from './populate.ts'

/** A moment at which a campaign must not be shown yet, or no longer. */
export type Probe = { ms: number; campaign: TermsCampaign }

const quarterMs = 900_000
/** How close to a change a probe is, in milliseconds: an error of a minute is to be found. */
const nearMs = 30_000

/**
 * Returns when to ask for ads close to the starts, ends and hours of campaigns, in order. Requests at random moments
 * hardly ever come in the one minute in which a wrong rule shows.
 */
export function planProbes(campaigns: readonly TermsCampaign[], days: number): Probe[] {
  const until = start + days * dayMs
  return campaigns
    .flatMap(campaign => closedMoments(campaign.terms, until).map(ms => ({ ms, campaign })))
    .filter(it => it.ms > start && it.ms < until)
    .sort((one, other) => one.ms - other.ms)
}

function closedMoments({ startsAt, endsAt, schedule }: Terms, until: number): number[] {
  const moments: number[] = []
  if (startsAt) moments.push(startsAt.getTime() - nearMs)
  if (endsAt) moments.push(endsAt.getTime() + nearMs)
  if (!schedule) return moments
  let isOpen = isOpenByClock(schedule, start)
  for (let ms = start + quarterMs; ms < until; ms += quarterMs) {
    const wasOpen = isOpen
    isOpen = isOpenByClock(schedule, ms)
    if (wasOpen !== isOpen) moments.push(isOpen ? ms - nearMs : ms + nearMs)
  }
  return moments
}
