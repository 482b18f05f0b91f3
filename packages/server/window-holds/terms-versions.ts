import type { Schedule } from './schedule.ts'
import type { Terms } from './terms.ts'

/** The part of the terms that the draw obeys. */
export type DrawTerms = {
  /** The hours in which the campaign is shown; null means always. */
  schedule: Schedule | null
  /** The share of the daily budget that one site may take, in percent; null means no limit. */
  siteSharePercent: number | null
}

/** A version of a campaign's terms, with the time from which all of them apply. Later versions have higher IDs. */
export type TermsVersion = Terms & DrawTerms & { id: bigint; validFrom: Date }

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
