import type { TrafficReasonCode } from '@mille/api/constants.ts'

/** What is known of the traffic of an ad unit in a day. Every number is a count of events, and none names a visitor. */
export type TrafficSignals = {
  rendered: number
  viewable: number
  clicked: number
  covered: number
  /** Viewable, though drawn in a small part of the unit's size. */
  shrunken: number
  contradictory: number
  /** Rejected because a program sent it. */
  automated: number
  /** Rejected for another reason that people's browsers seldom give. */
  rejected: number
  /** Viewable events that were never reported as rendered. */
  unrendered: number
  /** Viewable events whose rendered event came less than 0.9 seconds before. */
  instant: number
  /** Viewable events of which the neighborhood of addresses is known. */
  placed: number
  /** Those of the neighborhood that most came from, each day. */
  largestBlock: number
  /** Those of neighborhoods in which nearly each view is by a browser that nobody else there has. */
  invented: number
}

/** The same rates over all units together. */
export type NetworkRates = { viewable: number; clicked: number }

/** `count` of `of` events are `percent` percent. */
export type TrafficReason = {
  code: TrafficReasonCode
  points: number
  percent: number
  count: number
  of: number
}
export type TrafficScore = { score: number; reasons: TrafficReason[] }

/** Fewer reports than that say nothing about a unit. */
export const fewestReports = 100
/** From here on earnings wait for an operator. No reason that honest traffic may give alone has so many points. */
export const scoreOnHold = 60

type Share = { count: number; of: number }
type Measure = {
  code: TrafficReasonCode
  read: (signals: TrafficSignals) => Share
  /** The share at which points begin, and the one at which all are given. */
  from: number
  full: number
  points: number
  /** Fewer events say nothing. */
  fewest?: number
}

/**
 * What each reason looks at. Honest units stay below `from`; a reason that an honest unit may have for once (an office that
 * reads one page, a dark mode, a crawler that found the site) has fewer points than put earnings on hold.
 *
 * - `unrendered`: the ad reports that it is drawn before it reports that it was seen. Honest: under 2 %, where the first
 *   report was lost.
 * - `instant`: between the two lies the second in which the ad is looked at. Honest: under 2 %, where the first report was
 *   late.
 * - `invented`: behind one address many people have few different browsers between them, since the names of browsers are
 *   few. Honest: under 10 %, at carriers whose phones run apps that put their model into the name.
 * - `concentrated`: honest units have visitors from many networks. Small sites for one town or office do not.
 * - `automated`: honest: under 1 %, people who test their own page.
 * - `contradictory`: headers that no browser sends together. Honest: under 1 %, where an extension changes the name alone.
 * - `rejected`: honest: under 10 %, mostly late or repeated reports.
 * - `shrunken`: honest: none; a page that shows itself as a thumbnail, which sells no ad either.
 * - `covered`: honest: under 20 %; a dark mode by filter or a pale wrapper makes it all of them.
 */
const measures: readonly Measure[] = [
  measure('unrendered', it => share(it.unrendered, it.viewable), 0.1, 0.4, 80),
  measure('instant', it => share(it.instant, it.viewable), 0.1, 0.4, 80),
  measure('invented', it => share(it.invented, it.placed), 0.2, 0.6, 80),
  measure('concentrated', it => share(it.largestBlock, it.placed), 0.4, 0.9, 40),
  measure('automated', it => share(it.automated, reported(it)), 0.1, 0.5, 80),
  measure('contradictory', it => share(it.contradictory, it.viewable), 0.05, 0.3, 70),
  measure('rejected', it => share(it.rejected, reported(it)), 0.3, 0.8, 50),
  measure('shrunken', it => share(it.shrunken, it.viewable), 0.1, 0.5, 70),
  measure('covered', it => share(it.covered, it.viewable), 0.5, 1, 30)
]

/**
 * How suspicious the traffic of a unit is, from 0 to 100, and why, the heaviest reason first. Null where there is too
 * little of it to say.
 */
export function scoreTraffic(signals: TrafficSignals, network: NetworkRates): TrafficScore | null {
  if (reported(signals) < fewestReports) return null
  const all = [...measures, ...comparedWith(network)]
  const reasons = all.flatMap(it => pointsFor(it, signals)).sort((a, b) => b.points - a.points)
  const sum = reasons.reduce((points, it) => points + it.points, 0)
  return { score: Math.min(100, sum), reasons }
}

/**
 * Rates that are out of line with those of the network: ads that nearly all are looked at where a tenth of others is not,
 * and several times as many clicks as usual. Both have honest causes (an ad in the middle of a form), so they only add to
 * others.
 */
function comparedWith(network: NetworkRates): Measure[] {
  const clicks = Math.max(0.03, network.clicked * 5)
  const found = [
    measure('click_rate', it => share(it.clicked, it.viewable), clicks, clicks * 5, 50, 10)
  ]
  if (network.viewable < 0.9)
    found.push(
      measure('viewable_rate', it => share(it.viewable, it.rendered), 0.97, 0.99, 20, fewestReports)
    )
  return found
}

function pointsFor(
  { code, read, from, full, points, fewest = 1 }: Measure,
  signals: TrafficSignals
): TrafficReason[] {
  const { count, of } = read(signals)
  if (of === 0 || count < fewest) return []
  const part = Math.min(1, (count / of - from) / (full - from))
  // Where it begins is a tenth of the points already: a reason without any would be none.
  if (part < 0) return []
  const percent = Math.min(100, Math.round((count * 100) / of))
  return [{ code, points: Math.round(points * (0.1 + 0.9 * part)), percent, count, of }]
}

function measure(
  code: TrafficReasonCode,
  read: Measure['read'],
  from: number,
  full: number,
  points: number,
  fewest?: number
): Measure {
  return { code, read, from, full, points, ...(fewest === undefined ? {} : { fewest }) }
}

function share(count: number, of: number): Share {
  return { count, of }
}

function reported(signals: TrafficSignals): number {
  return signals.viewable + signals.automated + signals.rejected
}
