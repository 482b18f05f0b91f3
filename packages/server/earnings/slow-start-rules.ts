import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'

/** Days of good traffic until a unit is believed: units of a site that its owner has proved, and all others. */
export const daysUntilBelieved = { verified: 7, other: 30 } as const
/** After this long without anything that spoke against it a unit is believed, however little traffic it had. */
export const longestSlowStartMs = 90 * dayMs
/**
 * A day counts as good below this score: an office that reads one page or a dark mode stay there. One that puts
 * earnings on hold restarts the count.
 */
const goodBelow = 50

/** `goodDays` are 24 hours each, none of which is in two of them; `countedFrom` is where the count began. */
export type Count = { goodDays: number; countedUntil: Date | null; countedFrom: Date }

/** What a score of the traffic in a span of 24 hours makes of the count. Given again, it changes nothing. */
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

/** What a unit got in a window, of one campaign or several. */
export type Earned = { unitId: number; asset: Asset; amount: bigint }
/** The owner is the lowest of linked accounts. */
export type Used = { owner: number; asset: Asset; amount: bigint }

/**
 * How much of each amount waits: what its owner's limit of the day has no room for. Units without an owner here are
 * believed, and nothing of theirs waits.
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
