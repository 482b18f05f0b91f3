import type { Decided } from './visitors/token.ts'
import type { NameKey, VisitorName } from './visitors/visitor.ts'

/**
 * Why something is not counted, in the order of the checks: the token is not authentic; it is older than two hours; a
 * declared bot sent it; it comes from a data center or the operator's own machines; it comes from another browser; the
 * campaign and the ad unit belong to one account; the operator blocks the page; the page is not on the unit's site; the
 * view was reported sooner than a person can have looked for a second; a program sent it; it was already counted; the
 * visitor reports more per minute than a person does, or the neighborhood more than people do; one neighborhood of
 * addresses sends more visitors to a unit than people do; there is a click without a view; the operator excluded the
 * unit or the visitor; the visitor had as many paid views of the unit within moments as a person who turns pages.
 *
 * Only `seen_today` is kept as an event: the view counts, but the campaign was already charged for the visitor in the
 * last 24 hours.
 */
export type RejectedReason =
  | 'forged'
  | 'expired'
  | 'bot'
  | 'data_centre'
  | 'foreign'
  | 'own'
  | 'blocked_referrer'
  | 'mismatched_site'
  | 'too_early'
  | 'automated'
  | 'repeated'
  | 'rate'
  | 'crowd'
  | 'no_view'
  | 'seen_today'
  | 'excluded'
  | 'refreshed'

/**
 * An event to be counted. A rejected event has no decision if its token is forged, because its rejection cannot be
 * attributed to anyone.
 */
export type CountedEvent =
  | { kind: 'rendered'; decided: Decided }
  | { kind: 'clicked'; decided: Decided }
  | {
      kind: 'viewable'
      decided: Decided
      names: readonly VisitorName[]
      /** The visitor's names today and, if already known, tomorrow, for choosing ads. */
      called: readonly NameKey[]
      /** The neighborhood's name today; null inside the operator's network, where all visitors would share it. */
      block: Buffer | null
      /** The browser says that the ad was covered or distorted. The view counts, but is suspicious. */
      isCovered: boolean
      /** The page draws the ad in a small part of the size that was sold. The view counts, but is suspicious. */
      isShrunken: boolean
      /** The report's headers name two browsers. The view counts, but is suspicious. */
      isContradictory: boolean
      /** The view was reported from another address than the ad was chosen for. The view counts, but is suspicious. */
      isMoved?: boolean
      /**
       * The view is at an ad unit of a site, in a frame that does not state which page it is on. The view counts, but
       * is suspicious.
       */
      isUnplaced?: boolean
      /** The report omits what the ad’s script reports for each view. The view counts, but is suspicious. */
      isSilent?: boolean
    }
  | { kind: 'rejected'; reason: RejectedReason; decided: Decided | null }

/** Signs receipts, which promise that a reported view will be in the public log. */
export type Receipts = {
  start: () => Promise<void>
  stop: () => void
  /**
   * Returns the receipt for a report that was taken, with the reason if it was rejected at once; null when no receipt
   * can be given. Does not wait for anything.
   */
  write: (report: {
    decision: Buffer
    reason: RejectedReason | null
    receivedAtMs: number
  }) => string | null
}

/** Maximum number of reports of each kind that one visitor may send in a minute. */
export const maxInMinute = { rendered: 60, viewable: 60, clicked: 10 } as const

/**
 * Maximum number of paid views of one ad unit in an hour from one IPv4 address or IPv6 /48 (`views`), and from one /24
 * (`viewsOfBlock`): that number, or that percentage of the unit's own views if it is more. A company is behind one
 * address, and a carrier has many people behind each address of a /24. A unit whose only visitors come from one such
 * place is limited.
 */
export const crowdInHour = { views: 40, viewsOfBlock: 400, percent: 5 } as const

/**
 * Maximum number of paid views of one visitor on one ad unit, by when their ads were chosen: one page every three
 * seconds, like a person who pages through a gallery. A page that requests another ad every second is paid for a third
 * of them.
 */
export const paidTogether = { views: 10, withinMs: 30_000 } as const

/** What a counter is for. 0 means that there is none: a text ad has no banner, and a forged token no ad unit. */
export type Counted = { unit: number; campaign: number; banner: number }
export type Tally = Counted & { kind: string; count: bigint }

/** A sum over about a second, which is small enough for `count` to be a number. */
type Sum = Counted & { kind: string; count: number }

/** Sums in memory, by ad unit, campaign, banner and kind. */
export class Tallies {
  /**
   * Sums by ad unit and campaign. Every ad decision is added here, so the keys are numbers, which are fast to look up.
   */
  #sums = new Map<number, Map<number, Sum[]>>()

  get isEmpty(): boolean {
    return this.#sums.size === 0
  }

  add({ unit, campaign, banner }: Counted, kind: string): void {
    const ofUnit = this.#sums.get(unit) ?? new Map<number, Sum[]>()
    if (ofUnit.size === 0) this.#sums.set(unit, ofUnit)
    const sums = ofUnit.get(campaign)
    const sum = sums?.find(it => it.banner === banner && it.kind === kind)
    if (sum) sum.count++
    else if (sums) sums.push({ unit, campaign, banner, kind, count: 1 })
    else ofUnit.set(campaign, [{ unit, campaign, banner, kind, count: 1 }])
  }

  reject(where: Counted, reason: RejectedReason): void {
    this.add(where, `rejected_${reason}`)
  }

  /** Sorted in one order everywhere, so that two transactions that add to the same counters never deadlock. */
  sorted(): Tally[] {
    const all = [...this.#sums.values()].flatMap(ofUnit => [...ofUnit.values()].flat())
    const sorted = all.sort(
      (a, b) =>
        a.unit - b.unit ||
        a.campaign - b.campaign ||
        a.banner - b.banner ||
        (a.kind < b.kind ? -1 : 1)
    )
    return sorted.map(({ count, ...where }) => ({ ...where, count: BigInt(count) }))
  }
}

/**
 * Returns the start of the counter bucket of a moment. The length of a bucket divides both an hour, by which statistics
 * are read, and the settlement period, so that neither cuts a bucket in two.
 */
export function bucketOf(moment: Date, settlementWindowSeconds: number): Date {
  const seconds = greatestCommonDivisor(3600, settlementWindowSeconds)
  return new Date(Math.floor(moment.getTime() / 1000 / seconds) * seconds * 1000)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
