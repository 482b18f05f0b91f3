import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { visitBillable } from '../delivery/index.ts'
import type { LogKeys } from './keys.ts'
import type { SettledCharge } from './settled-charges.ts'
import { createTagOf, type TagOf, ViewLeaves } from './view-leaves.ts'

/** Part of a charge's leaves, in the order of its tree; a charge with many views has several parts. */
export type ViewsPiece = { charge: SettledCharge; leaves: Buffer }

/** Maximum number of views in memory, some 80 MB including sorting, unless one unit alone has more. */
const leavesAtOnce = 1_000_000

/** The views of a charge on a range of ad units. */
type Part = { charge: SettledCharge; fromUnit: number; toUnit: number; expected: number }

/**
 * Yields the billable views of each charge as leaves, in the order of the charges. The event log is read once for as
 * many charges as fit in memory, so their settlement periods should follow each other.
 */
export async function* readViews(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  keys: Pick<LogKeys, 'visitors'>,
  charges: readonly SettledCharge[],
  atOnce = leavesAtOnce
): AsyncGenerator<ViewsPiece> {
  const tagOf = createTagOf(keys)
  for (const parts of planPasses(charges, atOnce)) {
    const collected = await collect(context, tagOf, parts)
    for (const [index, { charge }] of parts.entries()) {
      const leaves = collected[index]?.sorted() ?? Buffer.alloc(0)
      yield { charge, leaves }
    }
  }
}

async function collect(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  tagOf: TagOf,
  parts: readonly Part[]
): Promise<ViewLeaves[]> {
  const leaves = parts.map(it => new ViewLeaves(it.charge, tagOf, it.expected))
  const byCampaign = Map.groupBy(parts.keys(), index => parts[index]?.charge.campaign ?? 0)
  const find = (campaign: number, unit: number, countedInMs: number) =>
    byCampaign.get(campaign)?.find(index => {
      const part = parts[index]
      if (!part || unit < part.fromUnit || unit > part.toUnit) return false
      const { start, end } = part.charge
      return start.getTime() <= countedInMs && countedInMs < end.getTime()
    })
  await visitBillable(context, spanOf(parts), (record, atMs, countedInMs) => {
    const index = find(record.campaign, record.unit, countedInMs)
    if (index !== undefined) leaves[index]?.add(record, atMs)
  })
  return leaves
}

/** Returns the part of the event log to read for these parts. */
function spanOf(parts: readonly Part[]) {
  const charges = parts.map(it => it.charge)
  const hasCuts = charges.some(it => !isOnGrid(it.start, it) || !isOnGrid(it.end, it))
  // Views that count for the time before a cut may have come after it, up to the end of the counter's bucket.
  const ends = charges.map(it => it.end.getTime() + (isOnGrid(it.end, it) ? 0 : bucketMs(it)))
  return {
    from: new Date(Math.min(...charges.map(it => it.start.getTime()))),
    until: new Date(Math.max(...ends)),
    settlementWindowSeconds: charges[0]?.windowSeconds ?? 0,
    hasCuts
  }
}

/** Groups the parts that are read together, in the order of the charges. */
function planPasses(charges: readonly SettledCharge[], atOnce: number): Part[][] {
  const passes: Part[][] = []
  let [room, from, windowSeconds] = [0, 0, 0]
  for (const part of charges.flatMap(it => split(it, atOnce))) {
    const { start, windowSeconds: seconds } = part.charge
    const isNear = Math.abs(start.getTime() - from) < dayMs && seconds === windowSeconds
    if (!isNear || room < part.expected || passes.length === 0) {
      passes.push([])
      room = atOnce
      from = start.getTime()
      windowSeconds = seconds
    }
    passes.at(-1)?.push(part)
    room -= part.expected
  }
  return passes
}

/**
 * Splits a charge whose views exceed the memory limit into ranges of ad units, including units without a settlement.
 */
function split(charge: SettledCharge, atOnce: number): Part[] {
  const parts: Part[] = []
  let part = { charge, fromUnit: 0, toUnit: 2 ** 32 - 1, expected: 0 }
  for (const { unit, billable } of charge.shares) {
    if (part.expected > 0 && part.expected + billable > atOnce) {
      parts.push({ ...part, toUnit: unit - 1 })
      part = { ...part, fromUnit: unit, expected: 0 }
    }
    part.expected += billable
  }
  return [...parts, part]
}

function isOnGrid(moment: Date, charge: SettledCharge): boolean {
  return moment.getTime() % bucketMs(charge) === 0
}

/**
 * Returns the length of the counter's buckets in milliseconds, which divides both the hour and the settlement period.
 */
function bucketMs({ windowSeconds }: SettledCharge): number {
  let [one, other] = [3600, windowSeconds]
  while (other !== 0) [one, other] = [other, one % other]
  return one * 1000
}
