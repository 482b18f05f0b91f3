import type { Decided } from './visitors/token.ts'
import type { NameKey, VisitorName } from './visitors/visitor.ts'

/**
 * Why something is not counted, in the order in which it is asked:
 * the token is not ours; is older than two hours; a declared bot sent it; it comes from a data center or the operator's own
 * machines; from another browser; the campaign and the unit are one account's; the operator blocks the page; the page is not
 * of the unit's site; it is viewable sooner than a person can have looked for a second; a program sent it; it was counted
 * already; the visitor reports more in a minute than a person does, or the neighborhood more than people do; more visitors
 * come to a unit from one neighborhood of addresses than people do; a click without a view; the operator excluded the unit
 * or the visitor; the visitor has had as many paid views of the unit within moments as a person who turns pages.
 *
 * `seen_today` is the only one that is kept as an event: the view is a view, but the campaign has been charged for the
 * visitor in the last 24 hours.
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

/** A forged token has no one that its rejection could be attributed to. */
export type CountedEvent =
  | { kind: 'rendered'; decided: Decided }
  | { kind: 'clicked'; decided: Decided }
  | {
      kind: 'viewable'
      decided: Decided
      names: readonly VisitorName[]
      /** For the draw: what the visitor is called today and, as far as it is known, tomorrow. */
      called: readonly NameKey[]
      /**
       * The name of the neighborhood of addresses today; null inside the operator's network, where all visitors would
       * share it.
       */
      block: Buffer | null
      /** The browser says that the ad was covered or distorted. It is a view, and a reason to look. */
      isCovered: boolean
      /** The page draws it in a small part of the size that was sold. It is a view, and a reason to look. */
      isShrunken: boolean
      /** Its headers name two browsers. It is a view, and a reason to look. */
      isContradictory: boolean
      /** It was reported from another address than the ad was chosen for. It is a view, and a reason to look. */
      isMoved?: boolean
      /** At a unit of a site, from a frame that does not say which page it is on. It is a view, and a reason to look. */
      isUnplaced?: boolean
      /** It leaves out what the ad’s script says of each view. It is a view, and a reason to look. */
      isSilent?: boolean
    }
  | { kind: 'rejected'; reason: RejectedReason; decided: Decided | null }

/** Signs promises that a reported view gets into the public log. */
export type Receipts = {
  start: () => Promise<void>
  stop: () => void
  /**
   * The receipt for a report that was taken, with the reason where it was rejected at once. It waits for nothing; null where
   * none can be given.
   */
  write: (report: {
    decision: Buffer
    reason: RejectedReason | null
    receivedAtMs: number
  }) => string | null
}

/** Reports of one kind that one visitor may send in a minute. */
export const maxInMinute = { rendered: 60, viewable: 60, clicked: 10 } as const

/**
 * The most paid views of one unit in an hour from one IPv4 address or /48 of IPv6, and from one /24: that number, or
 * that percentage of the unit's own views when it is more. A company is behind one address, and a carrier has many
 * people behind each of a /24. A unit whose only visitors come from one such place is limited.
 */
export const crowdInHour = { views: 40, viewsOfBlock: 400, percent: 5 } as const

/**
 * Paid views of one visitor in one unit, by when they were decided: a page each three seconds, as by a person who pages
 * through a gallery. A page that asks for another ad each second is paid for a third of them.
 */
export const paidTogether = { views: 10, withinMs: 30_000 } as const

/** A campaign is charged for a visitor once in this time. */
export const chargedOnceMs = 24 * 60 * 60 * 1000

/** What a counter is for. 0 means none: a text ad has no banner, and a forged token no unit. */
export type Counted = { unit: number; campaign: number; banner: number }
export type Tally = Counted & { kind: string; count: bigint }

/** Of a second or so: a number holds it. */
type Sum = Counted & { kind: string; count: number }

/** Sums by unit, campaign, banner and kind, in memory. */
export class Tallies {
  /** By unit and campaign. A decision is added to them, so that each of them is found by numbers. */
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

  /** In one order everywhere, so that two transactions that add to the same counters never wait for each other. */
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
 * The start of the counters' bucket of a moment. The length of a bucket divides both an hour, which statistics are read
 * by, and the settlement period, so that neither cuts a bucket in two.
 */
export function bucketOf(moment: Date, settlementWindowSeconds: number): Date {
  const seconds = greatestCommonDivisor(3600, settlementWindowSeconds)
  return new Date(Math.floor(moment.getTime() / 1000 / seconds) * seconds * 1000)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
