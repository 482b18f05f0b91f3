import { enoughImpressions } from '@mille/api/constants.ts'

/** A unit's counted traffic in the last 30 days; `days` is how many of the last seven days had viewable views. */
export type RatingGround = { rendered: bigint; viewable: bigint; rejected: bigint; days: number }

export type Rating = {
  rating: number
  is_new: boolean
  rendered: number
  parts: { viewability: number; accepted: number; health: number } | null
}

const newRating = 0.25
const healthDays = 7
const weights = { viewability: 0.4, accepted: 0.4, health: 0.2 } as const

/** Rates how far a unit's traffic can be trusted, based only on counted impressions. */
export function rateTraffic({ rendered, viewable, rejected, days }: RatingGround): Rating {
  if (rendered < BigInt(enoughImpressions)) {
    return { rating: newRating, is_new: true, rendered: Number(rendered), parts: null }
  }
  const parts = {
    viewability: share(viewable, rendered),
    accepted: share(viewable, viewable + rejected),
    health: share(BigInt(days), BigInt(healthDays))
  }
  const rating =
    parts.viewability * weights.viewability +
    parts.accepted * weights.accepted +
    parts.health * weights.health
  return { rating: hundredths(rating), is_new: false, rendered: Number(rendered), parts }
}

function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Math.min(1, hundredths(Number((part * 10_000n) / whole) / 10_000))
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
