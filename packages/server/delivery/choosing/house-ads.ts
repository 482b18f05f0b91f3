import { type Dates, whyNotThen } from './dates.ts'
import type { Banner } from './inventory.ts'
import type { Randomness } from './randomness.ts'

/** An ad that a publisher shows on its own ad unit if no campaign matches. */
export type HouseAd = {
  text: string
  link: string
  weight: number
  /** Banners, one of which is shown instead of the text if one fits. */
  banners: readonly Banner[]
} & Omit<Dates, 'schedule'>

/** Draws one of the house ads that are within their dates, in proportion to their weights; null if there is none. */
export function drawHouseAd(
  ads: readonly HouseAd[],
  nowMs: number,
  random: Pick<Randomness, 'fraction'>
): HouseAd | null {
  const shown = ads.filter(it => whyNotThen({ ...it, schedule: null }, nowMs) === null)
  if (shown.length === 0) return null
  let left = random.fraction() * shown.reduce((sum, it) => sum + it.weight, 0)
  for (const ad of shown) {
    left -= ad.weight
    if (left < 0) return ad
  }
  return null
}
