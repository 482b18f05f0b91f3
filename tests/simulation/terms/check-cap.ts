import { dayMs } from '@mille/api/durations.ts'
import type { CountedView, Observed } from './observed.ts'

export type CapFindings = {
  /** Views that were not paid for, because the visitor's view of the campaign was paid for in the 24 hours before. */
  repeated: number
  /** Campaigns and visitors with more than one paid view, each of them 24 hours or more after the one before. */
  seenAgain: number
}

/**
 * Checks that each campaign pays for a visitor once in 24 hours, that it does pay for the first view, and that no
 * process draws a campaign for a visitor of whom it was told that the view was paid for.
 */
export function checkCap({ views }: Pick<Observed, 'views'>): CapFindings {
  const found = { repeated: 0, seenAgain: 0 }
  const pairs = Map.groupBy(views, it => `campaign ${it.campaign} and visitor ${it.person}`)
  for (const [pair, its] of pairs) {
    const sorted = its.toSorted((one, other) => one.at - other.at)
    checkPair(pair, sorted, found)
  }
  return found
}

function checkPair(pair: string, views: readonly CountedView[], found: CapFindings): void {
  // Reports that are counted at one moment come in no order.
  const paidTimes = views.filter(it => it.isBillable).map(it => it.at)
  for (const [index, at] of paidTimes.entries()) {
    const before = paidTimes[index - 1]
    if (before === undefined) continue
    if (at - before < dayMs)
      throw new Error(`${pair}: views at ${iso(before)} and ${iso(at)} are both paid for`)
    if (index === 1) found.seenAgain++
  }
  const isCapped = (atMs: number) => paidTimes.some(it => it <= atMs && atMs - it < dayMs)
  for (const view of views) {
    if (!view.isBillable && !isCapped(view.at))
      throw new Error(`${pair}: the view at ${iso(view.at)} is not paid for, and none was before`)
    if (!view.isBillable) found.repeated++
    const known = views.find(
      it => it.isBillable && it.reportedTo === view.process && isKnown(it.at, view.drawnAt)
    )
    if (known)
      throw new Error(
        `${pair}: drawn at ${iso(view.drawnAt)} by process ${view.process}, which knows the view at ${iso(known.at)}`
      )
  }
}

/** Whether a paid view that counts at a moment caps a draw at another. */
const isKnown = (at: number, drawnAt: number) => at < drawnAt && drawnAt - at < dayMs

const iso = (ms: number) => new Date(ms).toISOString()
