import type { Schedule } from './schedule.ts'
import type { Terms } from './terms.ts'

/**
 * Terms, the hours in which the campaign is shown, and the moment from which both count. A later version has a higher id.
 */
export type TermsVersion = Terms & { id: bigint; validFrom: Date; schedule: Schedule | null }

/**
 * The terms in force at a moment: of those that count by then, the ones that were set last. A change that was to count
 * from the next window is so overtaken by a later one. Before the first there is nothing but the first.
 */
export function termsAt(versions: readonly TermsVersion[], at: Date): TermsVersion {
  const [first] = versions
  if (!first) throw new Error('A campaign has no terms')
  return versions.findLast(it => it.validFrom <= at) ?? first
}

/** The moment within a window from which other terms are in force than at its start, or null. */
export function nextCut(versions: readonly TermsVersion[], start: Date, end: Date): Date | null {
  const inForce = termsAt(versions, start)
  const moments = versions
    .map(it => it.validFrom)
    .filter(it => it > start && it < end && termsAt(versions, it) !== inForce)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map(it => it.getTime())))
}

/** What will be in force when everything counts that was set, where that is not in force yet. */
export function comingTerms(versions: readonly TermsVersion[], at: Date): TermsVersion | null {
  const last = versions.at(-1)
  return last && last.validFrom > at ? last : null
}
