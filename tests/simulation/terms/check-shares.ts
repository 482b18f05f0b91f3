import type { CountedView, Observed, Taken } from './observed.ts'
import { termsOn } from './plan.ts'
import type { TermsCampaign } from './populate.ts'

const windowMs = 7_200_000
const windowsPerDay = 12n
/** A draw is reserved for at least so long, and its process knows it until it is counted if that is sooner. */
const reservedMs = 60_000

export type ShareFindings = {
  /** Days of a site in a campaign that limits it, and those in which the site took all that it may. */
  siteDays: number
  fullSiteDays: number
  /** Those above the share, by what decision 263 allows for, and the most of it. */
  aboveByViews: number
  mostViewsAbove: number
  aboveByPeriods: number
  mostPeriodsAbove: number
}

/**
 * Checks that no site took more of a campaign's daily budget than its share and what decision 263 allows for: the price
 * of the views that the process of the last draw could not know (CPM), or the portion of a settlement period (CPD).
 */
export function checkShares({
  campaigns,
  placeOf,
  taken: all,
  views: seen
}: Observed): ShareFindings {
  const nameDay = (unit: number, ms: number) =>
    `${placeOf.get(unit)} on ${new Date(ms).toISOString().slice(0, 10)}`
  const takenOf = Map.groupBy(all, it => it.campaign)
  const viewsOf = Map.groupBy(
    seen.filter(it => it.isBillable),
    it => it.campaign
  )
  const found = {
    siteDays: 0,
    fullSiteDays: 0,
    aboveByViews: 0,
    mostViewsAbove: 0,
    aboveByPeriods: 0,
    mostPeriodsAbove: 0
  }
  for (const campaign of campaigns) {
    if (campaign.terms.siteSharePercent === null) continue
    const views = Map.groupBy(viewsOf.get(campaign.id) ?? [], it => nameDay(it.unit, it.at))
    const taken = Map.groupBy(takenOf.get(campaign.id) ?? [], it => nameDay(it.unit, it.startMs))
    for (const [name, its] of taken)
      checkSiteDay(campaign, { name, taken: its, views: views.get(name) ?? [] }, found)
  }
  return found
}

type SiteDay = { name: string; taken: readonly Taken[]; views: readonly CountedView[] }

function checkSiteDay(
  { id, terms }: TermsCampaign,
  { name, taken, views }: SiteDay,
  found: ShareFindings
): void {
  const { siteSharePercent, trafficType } = terms
  const { dailyBudget, maxCpm } = termsOn(terms, taken[0]?.startMs ?? 0)
  const limit = (dailyBudget * BigInt(siteSharePercent ?? 100)) / 100n
  const gross = taken.reduce((all, it) => all + it.gross, 0n)
  const last = views.reduce<CountedView | null>(
    (it, other) => (it && it.drawnAt > other.drawnAt ? it : other),
    null
  )
  if (!last) {
    if (gross > 0n) throw new Error(`campaign ${id} paid ${gross} to ${name} without a view`)
    return
  }
  found.siteDays++
  const price = trafficType === 'cpm' ? (maxCpm ?? 0n) / 1000n + 1n : 1n
  if (gross + price > limit) found.fullSiteDays++
  // What was charged is divided among ad units to the unit, in which each of them may get a fraction more per period.
  const above = gross - limit - BigInt(taken.length)
  if (above <= 0n) return
  const unknown = views.filter(it => it !== last && isUnknown(it, last))
  if (trafficType === 'cpm') {
    found.aboveByViews++
    found.mostViewsAbove = Math.max(found.mostViewsAbove, Number((above + price - 1n) / price))
    if (above > price * BigInt(unknown.length))
      throw new Error(
        `${name}: took ${above} more of campaign ${id} than its share of ${limit}, by ${unknown.length} unknown views`
      )
    return
  }
  const portion = dailyBudget / windowsPerDay + 1n
  const periods = new Set([last, ...unknown].map(it => Math.floor(it.at / windowMs)))
  found.aboveByPeriods++
  found.mostPeriodsAbove = Math.max(found.mostPeriodsAbove, Number(above) / Number(portion))
  if (above > portion * BigInt(periods.size))
    throw new Error(
      `${name}: took ${above} more of campaign ${id} than its share of ${limit}, in ${periods.size} periods`
    )
}

/** Whether a view was neither counted nor reserved where and when the last one was drawn. */
function isUnknown(view: CountedView, last: CountedView): boolean {
  const isReserved = view.process === last.process && last.drawnAt - view.drawnAt < reservedMs
  return view.countedAt > last.readAt && !isReserved
}
