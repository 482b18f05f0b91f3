import type { CountedView, Observed } from './observed.ts'
import { fitsPage } from './outside.ts'
import { isVariantLive } from './plan.ts'
import type { TermsCampaign } from './populate.ts'

export type VariantFindings = {
  /** Views of campaigns while several variants could be on the page, and how many of them were of the second or third. */
  choices: number
  otherVariants: number
  /** The most that a variant is from the number of views that its weight gives it, in standard deviations. */
  mostDeviations: number
}

/** A variant is this far from its expected number of views by chance once in a hundred million times. */
const tooManyDeviations = 5.7

/**
 * Checks that variants are chosen by their weights among those that are live and fit the page, and that the billable
 * views of each creative are counted for it.
 */
export function checkVariants({
  campaigns,
  languageOf,
  views,
  creatives
}: Observed): VariantFindings {
  const counted = new Map(creatives.map(it => [`${it.campaign} ${it.creative}`, it.billable]))
  const viewsOf = Map.groupBy(views, it => it.campaign)
  const found = { choices: 0, otherVariants: 0, mostDeviations: 0 }
  for (const campaign of campaigns) {
    const own = viewsOf.get(campaign.id) ?? []
    for (const creative of campaign.creatives) checkCount(campaign, creative, own, counted)
    checkWeights(campaign, own, languageOf, found)
  }
  return found
}

function checkCount(
  { id }: TermsCampaign,
  creative: number,
  views: readonly CountedView[],
  counted: ReadonlyMap<string, bigint>
): void {
  const billable = views.filter(it => it.isBillable && it.creative === creative).length
  const reported = counted.get(`${id} ${creative}`) ?? 0n
  if (reported !== BigInt(billable))
    throw new Error(
      `creative ${creative} of campaign ${id} has ${reported} billable views, and ${billable} were seen`
    )
}

function checkWeights(
  { id, terms, creatives }: TermsCampaign,
  views: readonly CountedView[],
  languageOf: Observed['languageOf'],
  found: VariantFindings
): void {
  const sums = creatives.map(() => ({ seen: 0, expected: 0, variance: 0 }))
  for (const { unit, drawnAt, creative } of views) {
    const page = { language: languageOf.get(unit) ?? null, words: [] }
    const weights = terms.variants.map(it =>
      isVariantLive(it, drawnAt) && fitsPage(it, page) ? it.weight : 0
    )
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    if (weights.filter(weight => weight > 0).length < 2) continue
    found.choices++
    if (creative !== creatives[0]) found.otherVariants++
    for (const [rank, sum] of sums.entries()) {
      const share = (weights[rank] ?? 0) / all
      sum.expected += share
      sum.variance += share * (1 - share)
      if (creative === creatives[rank]) sum.seen++
    }
  }
  // The shares of variants of which the better one is to run follow the clicks, and so do not follow the weights.
  if (terms.variantChoice === 'best') return
  for (const [rank, { seen, expected, variance }] of sums.entries()) {
    if (variance === 0) continue
    const deviations = Math.abs(seen - expected) / Math.sqrt(variance)
    found.mostDeviations = Math.max(found.mostDeviations, deviations)
    if (deviations > tooManyDeviations && Math.abs(seen - expected) > 5)
      throw new Error(
        `variant ${rank + 1} of campaign ${id} has ${seen} views instead of ${Math.round(expected)}`
      )
  }
}
