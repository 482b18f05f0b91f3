import type { Context } from '../context.ts'
import { leafBytes, type OpenedCharge, openCharges, readViews } from '../public-log/index.ts'
import { campaignsPaying } from '../settlement/index.ts'
import type { BillPlan } from './plan-bill.ts'

/** A charge with the leaves of its views in tree order; null if the views are no longer stored. */
export type ChargeWithViews = { opened: OpenedCharge; leaves: Buffer | null }

/** The parts of the context that creating a bill needs. */
export type BillPlace = Pick<Context, 'db' | 'pool' | 'config'>

/** Maximum number of views in memory at once, unless a single charge has more. */
const viewsAtOnce = 250_000
const chargesAtOnce = 500

/** Yields the charges of a bill in the order of the bill. */
export async function* chargesOf(context: BillPlace, plan: BillPlan): AsyncGenerator<OpenedCharge> {
  const { subject, from, until, checkpoint } = plan
  const { db } = context
  const isIn = (it: OpenedCharge) => it.index < checkpoint.size
  if ('campaign' in subject) {
    for await (const it of openCharges(db, context, subject.campaign, { from, until }))
      if (isIn(it)) yield it
    return
  }
  const found: OpenedCharge[] = []
  const campaigns = await campaignsPaying(db, subject.unit, { from, until })
  for (const campaign of campaigns) {
    for await (const it of openCharges(db, context, campaign, { from, until })) {
      const isPaying = it.charge.shares.some(share => share.unit === subject.unit)
      if (isIn(it) && isPaying && it.charge.asset === plan.asset) found.push(it)
    }
  }
  // Sorting by time lets the event log be read once for all campaigns of a settlement period.
  yield* found.sort((one, other) => one.charge.start.getTime() - other.charge.start.getTime())
}

/** Adds the views to the charges. It reads the event log for as many charges at a time as fit into memory. */
export async function* withViews(
  context: BillPlace,
  charges: AsyncIterable<OpenedCharge>,
  viewsSince: Date
): AsyncGenerator<ChargeWithViews> {
  const isKept = ({ views, charge }: OpenedCharge) =>
    views.root !== null && charge.start >= viewsSince
  let [batch, views]: [OpenedCharge[], number] = [[], 0]
  for await (const it of charges) {
    const isFull = views + it.views.count > viewsAtOnce || batch.length >= chargesAtOnce
    if (batch[0] && (isFull || batch[0].keys.id !== it.keys.id)) {
      yield* readBatch(context, batch, isKept)
      ;[batch, views] = [[], 0]
    }
    batch.push(it)
    views += it.views.count
  }
  yield* readBatch(context, batch, isKept)
}

async function* readBatch(
  context: BillPlace,
  batch: readonly OpenedCharge[],
  isKept: (charge: OpenedCharge) => boolean
): AsyncGenerator<ChargeWithViews> {
  const wanted = batch.filter(it => isKept(it) && it.views.count > 0)
  const [first] = wanted
  const found = new Map<bigint, Buffer[]>()
  if (first) {
    const charges = wanted.map(it => it.charge)
    for await (const { charge, leaves } of readViews(context, first.keys, charges))
      found.set(charge.entry, [...(found.get(charge.entry) ?? []), leaves])
  }
  for (const opened of batch) {
    const pieces = found.get(opened.charge.entry) ?? []
    yield { opened, leaves: isKept(opened) ? Buffer.concat(pieces) : null }
  }
}

/** Returns the range of one unit's leaves among those of a charge. */
export function rangeOfUnit(leaves: Buffer, unit: number): { from: number; to: number } {
  const count = leaves.length / leafBytes
  const unitAt = (index: number) => leaves.readUInt32BE(index * leafBytes + 16)
  const firstNotBelow = (bound: number) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (unitAt(middle) < bound) low = middle + 1
      else high = middle
    }
    return low
  }
  return { from: firstNotBelow(unit), to: firstNotBelow(unit + 1) }
}
