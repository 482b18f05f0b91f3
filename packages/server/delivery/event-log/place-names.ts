import { dayMs } from '@mille/api/durations.ts'
import { dayNumberOf } from '../days.ts'
import type { Decided } from '../visitors/token.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import { knownName, maxStoredNames, ownDayOf } from './record.ts'

/** A visitor's name with the place of its day: 0 for yesterday, 1 for today, 2 for tomorrow. */
export type Placed = VisitorName & { place: number }

/**
 * Returns the names with their places. Throws a RangeError for names that no report can have, before anything is
 * written.
 */
export function placeNames(
  { names, decided }: { names: readonly VisitorName[]; decided: Decided },
  receivedAtMs: number
): Placed[] {
  const ownDay = ownDayOf(decided.issuedAtMs, receivedAtMs)
  const today = Math.floor(receivedAtMs / dayMs)
  const placed: Placed[] = []
  let others = 0
  for (const { day, visitor, isKept } of names) {
    const place = dayNumberOf(day) - today + 1
    if (knownName[place] === undefined)
      throw new RangeError(`${day} is not a day beside the report's`)
    if (place === ownDay && !visitor.equals(decided.visitor))
      throw new RangeError('On one day a visitor has one name')
    if (place !== ownDay) others++
    placed.push({ day, visitor, isKept, place })
  }
  placed.sort((a, b) => a.place - b.place)
  for (let at = 1; at < placed.length; at++) {
    if (placed[at]?.place === placed[at - 1]?.place)
      throw new RangeError('On one day a visitor has one name')
  }
  if (others > maxStoredNames) throw new RangeError("None of three names is the token's")
  return placed
}
