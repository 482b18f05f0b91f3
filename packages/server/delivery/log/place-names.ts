import { dayMs } from '@mille/api/durations.ts'
import type { Decided } from '../visitors/token.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import { knownName, maxStoredNames, ownDayOf } from './record.ts'

/** A visitor's name with the place of its day: 0 for yesterday, 1 for today, 2 for tomorrow. */
export type Placed = VisitorName & { place: number }

/** Throws a RangeError for what no report can have, before anything of it is written. */
export function placeNames(
  { names, decided }: { names: readonly VisitorName[]; decided: Decided },
  receivedAtMs: number
): Placed[] {
  const ownDay = ownDayOf(decided.issuedAtMs, receivedAtMs)
  const today = Math.floor(receivedAtMs / dayMs)
  const placed = names
    .map(name => ({ ...name, place: Date.parse(name.day) / dayMs - today + 1 }))
    .sort((a, b) => a.place - b.place)
  for (const { place, day, visitor } of placed) {
    if (knownName[place] === undefined)
      throw new RangeError(`${day} is not a day beside the report's`)
    if (place === ownDay && !visitor.equals(decided.visitor))
      throw new RangeError('On one day a visitor has one name')
  }
  if (new Set(placed.map(it => it.place)).size < placed.length)
    throw new RangeError('On one day a visitor has one name')
  if (placed.filter(it => it.place !== ownDay).length > maxStoredNames)
    throw new RangeError("None of three names is the token's")
  return placed
}
