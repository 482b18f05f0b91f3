import type { Money, Unit } from './inventory.ts'

/** How much of a campaign's daily budget one site may take, and what sites took of it today, by `placeName`. */
export type SiteShare = {
  /** Whole percent, 1 to 100. */
  percent: number
  /** Amounts charged for today's settled periods, in units of 1e-8 of the asset. */
  settled: ReadonlyMap<string, bigint>
  /** Billable views of today that are not settled yet. */
  counted: ReadonlyMap<string, SiteCount>
}

export type SiteCount = {
  views: bigint
  /**
   * The part of a day that these views cost in a CPD campaign, 0 to 1: for each settlement period, its part of a day
   * times the site's part of the campaign's views.
   */
  dayShare: number
}

type Limited = Money & { siteShare: SiteShare }

export function hasSiteShare<Any extends { siteShare: SiteShare | null }>(
  campaign: Any
): campaign is Any & { siteShare: SiteShare } {
  return campaign.siteShare !== null
}

/** Returns the name of a unit's site; a unit without a site counts by itself. */
export function placeName({ id, site }: Pick<Unit, 'id' | 'site'>): string {
  return site ? `site ${site.id}` : `unit ${id}`
}

/**
 * Returns how many more views of a campaign a place may take today, given what is counted. A CPD campaign has a price
 * for a period and none for a view, so its number is infinite until the place has taken its share.
 */
export function viewsLeftAt(campaign: Limited, place: string): number {
  const { dailyBudget, trafficType, maxCpm, siteShare } = campaign
  const { views, dayShare } = siteShare.counted.get(place) ?? { views: 0n, dayShare: 0 }
  const left =
    (dailyBudget * BigInt(siteShare.percent)) / 100n - (siteShare.settled.get(place) ?? 0n)
  if (trafficType === 'cpd')
    return Number(left) > Number(dailyBudget) * dayShare ? Number.POSITIVE_INFINITY : 0
  return Math.max(0, Number((left * 1000n) / (maxCpm ?? 1n) - views))
}

/** Reports whether a unit's site has taken its share of a campaign's daily budget. */
export function isSiteFull(campaign: Money & { siteShare: SiteShare | null }, unit: Unit): boolean {
  return hasSiteShare(campaign) && viewsLeftAt(campaign, placeName(unit)) < 1
}

/** How long a draw is reserved at least, and at most twice as long, in milliseconds. */
const reservedMs = 60_000

/**
 * What sites may still take of one campaign, as this process knows it. Each draw reserves the price of a view until the
 * view is usually counted, so that a site's draws cannot run ahead of what is counted.
 */
export class SiteRooms {
  /** The places that the draw skips; replaced by another set when it changes. */
  full: ReadonlySet<string> = new Set()
  #campaign: Limited
  #recent = new Map<string, number>()
  #earlier = new Map<string, number>()
  #turnedAtMs: number

  constructor(campaign: Limited, nowMs: number) {
    this.#campaign = campaign
    this.#turnedAtMs = nowMs
  }

  /** Takes over what is counted by now, and ends old reservations. */
  observe(campaign: Limited, nowMs: number): void {
    this.#campaign = campaign
    while (nowMs - this.#turnedAtMs >= reservedMs && this.#recent.size + this.#earlier.size > 0) {
      this.#earlier = this.#recent
      this.#recent = new Map()
      this.#turnedAtMs += reservedMs
    }
    if (this.#recent.size + this.#earlier.size === 0) this.#turnedAtMs = nowMs
    const { settled, counted } = campaign.siteShare
    const places = new Set([
      ...settled.keys(),
      ...counted.keys(),
      ...this.#earlier.keys(),
      ...this.#recent.keys()
    ])
    const full = new Set([...places].filter(it => this.#isFull(it)))
    if (full.symmetricDifference(this.full).size > 0) this.full = full
  }

  /** Reserves a view, after which the place may be full. */
  take(place: string): void {
    this.#recent.set(place, (this.#recent.get(place) ?? 0) + 1)
    if (this.#isFull(place)) this.full = new Set([...this.full, place])
  }

  #isFull(place: string): boolean {
    const reserved = (this.#recent.get(place) ?? 0) + (this.#earlier.get(place) ?? 0)
    return viewsLeftAt(this.#campaign, place) - reserved < 1
  }
}
