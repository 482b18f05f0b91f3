import type { TrafficReasonCode } from '@mille/api/constants.ts'

/**
 * What is known of the paid views of an ad unit in a day. Rejected reports and views that cost nothing are not in it: anyone
 * can send them to anyone's unit, in any number. Every number is a count of views, and none names a visitor.
 */
export type TrafficSignals = {
  paid: number
  /** Paid views whose ad was clicked afterward. */
  clicked: number
  covered: number
  /** Drawn in a small part of the unit's size. */
  shrunken: number
  contradictory: number
  /** Paid views that were reported from another address than the ad was chosen for. */
  moved: number
  /** At a unit of a site, from frames that do not say which page they are on. */
  unplaced: number
  /** Without what the ad's script says of each view. */
  silent: number
  /** Paid views that were never reported as rendered. */
  unrendered: number
  /** Paid views whose rendered event came less than 0.9 seconds before. */
  instant: number
  /** Ads that were drawn, of which no view was reported at all. These alone are not among the paid views. */
  unseen: number
  /** Paid views of which the neighborhood of addresses is known. */
  placed: number
  /** Those of the neighborhood that most came from, each day. */
  largestBlock: number
  /** Those of the /32 of IPv6 that most came from, each day. */
  largestProvider: number
  /** Those of neighborhoods in which nearly each view is by a browser that no other visitor there has. */
  invented: number
  /** Those that one visitor had in quick succession, but for the first ones of each row. */
  inRows: number
  /** Paid views from IPv4 addresses, without those of the shared address that most came from each day. */
  addressed: number
  /**
   * Those of shared addresses, on days with many of these: several browsers were paid for at each, and no other address of its
   * /24 was.
   */
  sharedAddresses: number
}

/** The same rates over all units together. */
export type NetworkRates = { viewable: number; clicked: number }

/** `count` of `of` views are `percent` percent. */
export type TrafficReason = {
  code: TrafficReasonCode
  points: number
  percent: number
  count: number
  of: number
}
export type TrafficScore = { score: number; reasons: TrafficReason[] }

/**
 * What an honest page may be like for good: a dark mode by filter covers each ad, an app may show the page in a sandboxed frame,
 * a gallery has a page for each picture, and a page for the staff of several offices has few readers elsewhere. An operator who has looked at it and released the earnings is not asked again.
 */
export const pageReasons = [
  'covered',
  'unplaced',
  'in_rows',
  'shared_addresses'
] as const satisfies readonly TrafficReasonCode[]
export type Accepted = ReadonlySet<TrafficReasonCode>

/** Fewer paid views than that say nothing about a unit. */
export const fewestViews = 60
/** Fewer say nothing about whether an account is as bad as those that it is linked to. */
export const fewestOfLinked = 10
/** From here on earnings wait for an operator. But for `pageReasons`, none that honest traffic may give alone has so many points. */
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
 * reads one page, a dark mode) has fewer points than put earnings on hold. Each is a share of paid views: to raise one, a
 * stranger has to make views that the advertiser pays for, and those are what a hold is for.
 *
 * - `unrendered`: the ad reports that it is drawn before it reports that it was seen. Honest: under 2 %, where the first
 *   report was lost.
 * - `instant`: between the two lies the second in which the ad is looked at. Honest: under 2 %, where the first report was
 *   late.
 * - `invented`: behind one address many people have few different browsers between them, since the names of browsers are
 *   few. Honest: under 10 %, at carriers whose phones run apps that put their model into the name.
 * - `concentrated`: honest units have visitors from many networks. Small sites for one town or office do not.
 * - `one_provider`: honest: under 80 %, where a country has one provider. A part of each provider's customers, and of every
 *   page's readers, still has IPv4 alone.
 * - `contradictory`: headers that no browser sends together. Honest: under 1 %, where an extension changes the name alone.
 * - `shrunken`: honest: none; a page that shows itself as a thumbnail, which sells no ad either.
 * - `moved`: honest: under 20 %, where phones leave a Wi-Fi, or a browser asks over IPv6 and reports over IPv4. Nearly all of
 *   them only where decisions are asked for in one place and reported from others.
 * - `unplaced`: honest: under 5 %, in readers and previews. A view by a program needs no frame to leave its page out.
 * - `silent`: honest: none; a script that reports views itself, or a page that puts itself between the ad and the network.
 * - `in_rows`: honest: under 10 %, where a visitor leafs through a gallery. A page that shows another ad every few seconds has
 *   one long row for each reader.
 * - `shared_addresses`: honest: under 45 %, where a phone and a computer are in most homes. Most people are the only reader of a page at
 *   their address. Someone who pays for connections uses each for several browsers. An office is left out; of a page for the staff
 *   of several, an operator looks.
 * - `covered`: honest: under 20 %. Only Chromium says so, so that a dark mode by filter or a pale wrapper stays below 80 % where
 *   people have several browsers. A unit under a box looks the same: above it an operator looks.
 */
const measures: readonly Measure[] = [
  measure('unrendered', it => share(it.unrendered, it.paid), 0.1, 0.4, 80),
  measure('instant', it => share(it.instant, it.paid), 0.1, 0.4, 80),
  measure('invented', it => share(it.invented, it.placed), 0.2, 0.6, 80),
  measure('concentrated', it => share(it.largestBlock, it.placed), 0.4, 0.9, 40),
  measure('one_provider', othersOfProvider, 0.9, 0.98, 60, fewestViews / 2),
  measure('contradictory', it => share(it.contradictory, it.paid), 0.05, 0.3, 70),
  measure('shrunken', it => share(it.shrunken, it.paid), 0.1, 0.5, 70),
  measure('moved', it => share(it.moved, it.paid), 0.5, 0.9, 60),
  measure('unplaced', it => share(it.unplaced, it.paid), 0.3, 0.8, 60),
  measure('silent', it => share(it.silent, it.paid), 0.1, 0.4, 80),
  measure('in_rows', it => share(it.inRows, it.placed), 0.2, 0.4, 60),
  measure(
    'shared_addresses',
    it => share(it.sharedAddresses, it.addressed),
    0.6,
    0.85,
    60,
    fewestViews / 2
  ),
  measure('covered', it => share(it.covered, it.paid), 0.5, 0.8, 60)
]

/**
 * How suspicious the traffic of a unit is, from 0 to 100, and why, the heaviest reason first, without what an operator has
 * accepted. Null where there is too little of it to say.
 */
export function scoreTraffic(
  signals: TrafficSignals,
  network: NetworkRates,
  accepted?: Accepted,
  fewest = fewestViews
): TrafficScore | null {
  if (signals.paid < fewest) return null
  const all = [...measures, ...comparedWith(network)].filter(it => !accepted?.has(it.code))
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
    measure('click_rate', it => share(it.clicked, it.paid), clicks, clicks * 5, 50, 10)
  ]
  if (network.viewable < 0.9)
    found.push(measure('viewable_rate', viewableOf, 0.97, 0.99, 20, fewestViews))
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

/** Without the largest neighborhood, which is an office or a home: that has a reason of its own. */
function othersOfProvider({ largestProvider, largestBlock, placed }: TrafficSignals): Share {
  return share(largestProvider - largestBlock, placed - largestBlock)
}

/** Of the ads that were drawn, those that were seen and paid for. Views that cost nothing are in neither number. */
export function viewableOf({ paid, unrendered, unseen }: TrafficSignals): Share {
  return share(paid - unrendered, paid - unrendered + unseen)
}

function share(count: number, of: number): Share {
  return { count, of }
}
