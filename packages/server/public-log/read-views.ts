import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { visitBillable } from '../delivery/index.ts'
import type { LogKeys } from './keys.ts'
import type { SettledCharge } from './settled-charges.ts'
import { createTagOf, type TagOf, ViewLeaves } from './view-leaves.ts'

/** Some of a charge's leaves, in the order of its tree; a charge of many views has several such pieces. */
export type ViewsPiece = { charge: SettledCharge; leaves: Buffer }

/** So many views are in memory at once, some 80 MB with all that sorting them takes, unless one unit alone has more. */
const leavesAtOnce = 1_000_000

/** The views of a charge on these units. */
type Part = { charge: SettledCharge; fromUnit: number; toUnit: number; expected: number }

/**
 * Gives the billable views of each charge in the order of the charges, as leaves. The event log is read once for as many
 * charges as fit in memory: their windows should follow each other.
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

/** What is to be read of the event log for these parts. */
function spanOf(parts: readonly Part[]) {
  const charges = parts.map(it => it.charge)
  const hasCuts = charges.some(it => !isOnGrid(it.start, it) || !isOnGrid(it.end, it))
  // What counts for the time before a cut may have come after it, up to the end of the counter's bucket.
  const ends = charges.map(it => it.end.getTime() + (isOnGrid(it.end, it) ? 0 : bucketMs(it)))
  return {
    from: new Date(Math.min(...charges.map(it => it.start.getTime()))),
    until: new Date(Math.max(...ends)),
    settlementWindowSeconds: charges[0]?.windowSeconds ?? 0,
    hasCuts
  }
}

/** Parts that are read together, in the order of the charges. */
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

/** A charge of more views than fit is read unit by unit, including units without a settlement. */
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

/** The counter's buckets divide the hour and the window. */
function bucketMs({ windowSeconds }: SettledCharge): number {
  let [one, other] = [3600, windowSeconds]
  while (other !== 0) [one, other] = [other, one % other]
  return one * 1000
}
