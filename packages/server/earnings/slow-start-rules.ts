import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'

/** Days of good traffic until an ad unit’s slow start ends: for units on a verified site, and for all others. */
export const daysUntilBelieved = { verified: 7, other: 30 } as const
/** Maximum length of a slow start without any bad day, however little traffic the ad unit has, in milliseconds. */
export const longestSlowStartMs = 90 * dayMs
/**
 * A day counts as good below this score, which an office that reads one page, or a dark mode, does not reach. A score
 * that puts earnings on hold restarts the count.
 */
const goodBelow = 50

/** `goodDays` are spans of 24 hours that do not overlap. `countedFrom` is where the count began. */
export type Count = { goodDays: number; countedUntil: Date | null; countedFrom: Date }

/** Updates the count with the score of a 24-hour span. Applying the same span again changes nothing. */
export function countDay(
  count: Count,
  { score, isOnHold, canBeGood }: { score: number; isOnHold: boolean; canBeGood: boolean },
  span: { from: Date; until: Date }
): Count {
  if (isOnHold) return { goodDays: 0, countedUntil: span.until, countedFrom: span.until }
  const isNew = count.countedUntil === null || count.countedUntil <= span.from
  if (score >= goodBelow || !isNew || !canBeGood) return count
  return { ...count, goodDays: count.goodDays + 1, countedUntil: span.until }
}

/** What an ad unit earned in a settlement period, from one campaign or several. */
export type Earned = { unitId: number; asset: Asset; amount: bigint }
/**
 * What a group of linked accounts has already earned within the day's limit. `owner` is the lowest id among the linked
 * accounts.
 */
export type Used = { owner: number; asset: Asset; amount: bigint }

/**
 * Returns how much of each amount waits because the owner's limit for the day is used up. Units without an entry in
 * `ownerOf` have finished their slow start, and none of their earnings wait.
 */
export function splitByLimit(
  earned: readonly Earned[],
  ownerOf: ReadonlyMap<number, number>,
  limits: Readonly<Record<Asset, bigint>>,
  used: readonly Used[]
): bigint[] {
  const rooms = new Map<string, bigint>()
  for (const { owner, asset, amount } of used)
    rooms.set(`${owner} ${asset}`, positive(limits[asset] - amount))
  return earned.map(({ unitId, asset, amount }) => {
    const owner = ownerOf.get(unitId)
    if (owner === undefined) return 0n
    const room = rooms.get(`${owner} ${asset}`) ?? limits[asset]
    rooms.set(`${owner} ${asset}`, positive(room - amount))
    return positive(amount - room)
  })
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n
}
