import { type Dates, whyNotThen } from './dates.ts'
import type { Randomness } from './randomness.ts'

/** What a publisher shows on its own ad unit where no campaign matches. */
export type HouseAd = { text: string; link: string; weight: number } & Omit<Dates, 'schedule'>

/** One of those within their dates, each as often as its weight among theirs; null where there is none. */
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
