import type { TrafficReasonCode } from '@mille/api/constants.ts'

/**
 * What is known about an ad unit's paid views in a day. Rejected reports and views that cost nothing are left out,
 * because anyone can send any number of them to any unit. Every number is a count of views, and none identifies a
 * visitor.
 */
export type TrafficSignals = {
  paid: number
  /** Paid views whose ad was clicked afterward. */
  clicked: number
  covered: number
  /** Paid views whose ad was drawn in a small part of the unit's size. */
  shrunken: number
  contradictory: number
  /** Paid views that were reported from another address than the ad was chosen for. */
  moved: number
  /** Paid views, at an ad unit of a site, from frames that do not state which page they are on. */
  unplaced: number
  /** Paid views without the details that the ad's script reports for each view. */
  silent: number
  /** Paid views that were never reported as rendered. */
  unrendered: number
  /** Paid views whose rendered event came less than 0.9 seconds before. */
  instant: number
  /** Ads that were rendered but for which no view was reported. Only this number is not part of the paid views. */
  unseen: number
  /** Paid views whose neighborhood of addresses is known. */
  placed: number
  /** Paid views from each day's largest neighborhood. */
  largestBlock: number
  /** Paid views from each day's largest /32 of IPv6. */
  largestProvider: number
  /** Paid views from neighborhoods in which nearly every view is by a browser that no other visitor there has. */
  invented: number
  /** Paid views by one visitor in quick succession, except the first ones of each run. */
  inRows: number
  /** Paid views from IPv4 addresses, except those of each day's largest shared address. */
  addressed: number
  /**
   * Paid views from shared addresses, on days with many of these. An address is shared when several browsers there had
   * paid views, and no other address in its /24 had any.
   */
  sharedAddresses: number
}

/** Rates of viewable and clicked ads over all ad units together. */
export type NetworkRates = { viewable: number; clicked: number }

/** A reason for a score. `count` of `of` views are `percent` percent. */
export type TrafficReason = {
  code: TrafficReasonCode
  points: number
  percent: number
  count: number
  of: number
}
export type TrafficScore = { score: number; reasons: TrafficReason[] }

/**
 * Reasons that an honest page may have permanently: a filter for dark mode covers each ad, an app may show the page in
 * a sandboxed frame, a gallery has a page for each picture, and a page for the staff of several offices has few readers
 * elsewhere. An operator who has reviewed such a page and released its earnings is not asked again.
 */
export const pageReasons = [
  'covered',
  'unplaced',
  'in_rows',
  'shared_addresses'
] as const satisfies readonly TrafficReasonCode[]
export type Accepted = ReadonlySet<TrafficReasonCode>

/** Minimum number of paid views for a score. Fewer say nothing about an ad unit. */
export const fewestViews = 60
/**
 * Minimum number of paid views of an account that is scored with its linked accounts. Fewer do not show whether it is
 * as bad as the others.
 */
export const fewestOfLinked = 10
/**
 * Score from which earnings are on hold until an operator decides. Except for `pageReasons`, no single reason that
 * honest traffic may have gives this many points.
 */
export const scoreOnHold = 60

type Share = { count: number; of: number }
type Measure = {
  code: TrafficReasonCode
  read: (signals: TrafficSignals) => Share
  /** The share from which a reason gives points, and the share from which it gives all of them. */
  from: number
  full: number
  points: number
  /** Minimum number of events. Fewer say nothing. */
  fewest?: number
}

/**
 * The share that each reason measures. Honest units stay below `from`. A reason that an honest unit may have
 * occasionally (an office that reads one page, a dark mode) gives fewer points than put earnings on hold. Each is a
 * share of paid views: to raise one, a stranger has to create views that the advertiser pays for, which is exactly what
 * a hold is for.
 *
 * - `unrendered`: the ad reports that it is rendered before it reports that it was seen. Honest: under 2 %, where the
 * first report was lost.
 * - `instant`: between these two reports, the ad is looked at for a second. Honest: under 2 %, where the first report
 * was late.
 * - `invented`: many people behind one address have few different browsers between them, because there are few names of
 * browsers. Honest: under 10 %, at carriers whose phones run apps that put their model into the name.
 * - `concentrated`: honest units have visitors from many networks, except small sites for one town or office.
 * - `one_provider`: honest: under 80 %, where a country has one provider. Some customers of each provider, and some
 * readers of every page, still have only IPv4.
 * - `contradictory`: headers that no browser sends together. Honest: under 1 %, where an extension changes only the
 * name.
 * - `shrunken`: honest: none, except a page that shows itself as a thumbnail, which sells no ad either.
 * - `moved`: honest: under 20 %, where phones leave a Wi-Fi network, or a browser requests over IPv6 and reports over
 * IPv4. Nearly all views are moved only where ads are requested in one place and reported from others.
 * - `unplaced`: honest: under 5 %, in readers and previews. A program that fakes views needs no frame to hide its page.
 * - `silent`: honest: none. The cause is a script that reports views itself, or a page that puts itself between the ad
 * and the network.
 * - `in_rows`: honest: under 10 %, where a visitor pages through a gallery. A page that shows another ad every few
 * seconds has one long run for each reader.
 * - `shared_addresses`: honest: under 45 %, where most homes have a phone and a computer. Most people are the only
 * reader of a page at their address. Someone who pays for connections uses each for several browsers. One office is
 * left out; an operator reviews pages for the staff of several offices.
 * - `covered`: honest: under 20 %. Only Chromium reports this, so a dark mode by filter or a pale wrapper stays below
 * 80 % where people have several browsers. A unit under a box looks the same, so an operator reviews anything above.
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
 * Scores how suspicious an ad unit's traffic is, from 0 to 100, with the reasons, the heaviest first. Reasons that an
 * operator has accepted are left out. Null when there is too little traffic to say.
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
 * Measures rates that are out of line with the network's: nearly all ads viewed where a tenth of the network's are not,
 * or several times as many clicks as usual. Both have honest causes, such as an ad in the middle of a form, so they
 * only add to other reasons.
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
  // A reason starts with a tenth of its points: one without points would not be a reason.
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

/**
 * Returns the provider's share without the largest neighborhood, an office or a home, which has a reason of its own.
 */
function othersOfProvider({ largestProvider, largestBlock, placed }: TrafficSignals): Share {
  return share(largestProvider - largestBlock, placed - largestBlock)
}

/** Returns the share of rendered ads that were viewed and paid for. Views that cost nothing are in neither number. */
export function viewableOf({ paid, unrendered, unseen }: TrafficSignals): Share {
  return share(paid - unrendered, paid - unrendered + unseen)
}

function share(count: number, of: number): Share {
  return { count, of }
}
