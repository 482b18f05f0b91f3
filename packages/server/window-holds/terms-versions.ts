import type { Schedule } from './schedule.ts'
import type { Terms } from './terms.ts'

/**
 * A version of a campaign's terms and shown hours, with the time from which both apply. Later versions have higher IDs.
 */
export type TermsVersion = Terms & { id: bigint; validFrom: Date; schedule: Schedule | null }

/**
 * Returns the terms in force at a given time: the last ones set among those that apply by then. So a later change
 * replaces an earlier one that was to apply from the next window. Before the first version applies, the first version
 * is returned.
 */
export function termsAt(versions: readonly TermsVersion[], at: Date): TermsVersion {
  const [first] = versions
  if (!first) throw new Error('A campaign has no terms')
  return versions.findLast(it => it.validFrom <= at) ?? first
}

/** Returns the first time within a window at which other terms are in force than at its start, or null. */
export function nextCut(versions: readonly TermsVersion[], start: Date, end: Date): Date | null {
  const inForce = termsAt(versions, start)
  const moments = versions
    .map(it => it.validFrom)
    .filter(it => it > start && it < end && termsAt(versions, it) !== inForce)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map(it => it.getTime())))
}

/** Returns the latest version of the terms if it is not in force yet; null otherwise. */
export function comingTerms(versions: readonly TermsVersion[], at: Date): TermsVersion | null {
  const last = versions.at(-1)
  return last && last.validFrom > at ? last : null
}
