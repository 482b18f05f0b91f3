import { partnersOf } from '../affiliates/index.ts'
import { notifyOfLowFunds, runOutOfFunds } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { checkClock } from '../db/check-clock.ts'
import type { Tx } from '../db/connect.ts'
import { closeCounting } from '../delivery/index.ts'
import { addEarnings } from '../earnings/index.ts'
import { readFees } from '../settings/index.ts'
import {
  alignDown,
  endedWindows,
  groupsOf,
  lockCampaigns,
  nextCut,
  openPieces,
  readDrawable,
  readPurses,
  type SettlementWindow,
  termsAt,
  windowAt
} from '../window-holds/index.ts'
import { type Bill, billFor } from './bill.ts'
import { payBills } from './pay.ts'
import {
  campaignsToSettle,
  readActiveSeconds,
  readBillable,
  readProgress,
  readUnpaid,
  saveBills,
  saveProgress
} from './queries.ts'

/**
 * `isBehind` is true when windows have ended that could not be settled yet, because their reports are not all counted.
 */
export type SettlementRun = { settled: number; failedCampaigns: number[]; isBehind: boolean }

/**
 * Number of campaigns settled in one transaction, which writes their statements and transfers together and pays each ad
 * unit once for all of them. The transaction locks these campaigns and the network's fee account.
 */
const groupSize = 200

/**
 * Settles every window that has ended, oldest first, in groups of campaigns with one transaction each. Any number of
 * processes may run it at the same time, and the next run finishes the work of a run that died.
 *
 * A campaign that fails is logged and skipped in the later windows, so that its windows are settled in order; the other
 * campaigns continue. Progress stays at the failed window, so that the next run retries it.
 *
 * Throws `WrongClock`, and settles nothing, when this process has no reliable clock.
 */
export async function settleDue(context: Context): Promise<SettlementRun> {
  const { db, config } = context
  await checkClock(context, 'settlement')
  const seconds = config.settlementWindowSeconds
  const now = context.now()
  const progress = await readProgress(db)
  const nothing = { settled: 0, failedCampaigns: [], isBehind: false }
  if (progress === null) return nothing
  const from =
    'settledUntil' in progress ? progress.settledUntil : alignDown(progress.firstUse, seconds)

  const ended = [...endedWindows(from, now, seconds)]
  const last = ended.at(-1)
  if (!last) return nothing
  // Reports from before a window's end are counted before the window is settled. If counting is behind, the next run
  // settles the window.
  const counted = await closeCounting(context, last.end)
  const failed = new Set<number>()
  let settled = 0
  for (const window of ended.filter(it => counted !== null && it.end <= counted)) {
    const look = (after: number) => campaignsToSettle(db, window, after)
    for await (const group of groupsOf(look, groupSize)) {
      const ids = group.filter(id => !failed.has(id))
      if (ids.length > 0) settled += await settleGroup(context, ids, window, failed)
    }
    if (failed.size === 0) await saveProgress(db, window.end)
  }
  return { settled, failedCampaigns: [...failed], isBehind: counted === null || counted < last.end }
}

/**
 * Settles the window for a group of campaigns. On failure it retries each half, so that only the faulty campaign fails.
 */
async function settleGroup(
  context: Context,
  ids: readonly number[],
  window: SettlementWindow,
  failed: Set<number>
): Promise<number> {
  try {
    return await context.db.transaction().execute(tx => settleWindow(tx, context, ids, window))
  } catch (error) {
    const [id] = ids
    if (ids.length === 1 && id !== undefined) {
      failed.add(id)
      const what = { err: error, campaignId: id, window: window.start }
      context.log.error(what, 'a window could not be settled')
      return 0
    }
    const middle = Math.ceil(ids.length / 2)
    return (
      (await settleGroup(context, ids.slice(0, middle), window, failed)) +
      (await settleGroup(context, ids.slice(middle), window, failed))
    )
  }
}

/** Settles one window of the campaigns, and returns for how many of them it was not settled before. */
async function settleWindow(
  tx: Tx,
  context: Context,
  ids: readonly number[],
  window: SettlementWindow
): Promise<number> {
  await lockCampaigns(tx, ids)
  let settled = 0
  for (let left = ids; left.length > 0; ) {
    // Another process may have settled the window for some campaigns while this one waited for their locks.
    const bills = await billWindow(tx, context, left, window)
    if (bills.length === 0) return settled
    const settledAt = context.now()
    const placed = await placeEarnings(tx, context, bills, window.end, settledAt)
    await saveBills(tx, await payBills(tx, placed, settledAt), settledAt)
    const whole = bills.filter(it => it.window.end >= window.end)
    const next = windowAt(window.end, context.config.settlementWindowSeconds)
    const drawableOf = await readDrawable(
      tx,
      whole.map(it => it.purse),
      next
    )
    const hasMore = (id: number) => drawableOf(id).later > 0n
    for (const { purse, canGoOn, isLow } of whole) {
      if (purse.state !== 'active') continue
      if (!canGoOn) await runOutOfFunds(tx, purse.id, settledAt)
      else if (isLow && !hasMore(purse.id)) await notifyOfLowFunds(tx, purse, settledAt)
    }
    settled += whole.length
    // When a campaign's terms changed within the window, the next pass charges the rest of the window by the new terms.
    left = bills.filter(it => it.window.end < window.end).map(it => it.purse.id)
  }
  return settled
}

/** Records what the ad units earn, and returns the bills with the place of each share's earnings. */
async function placeEarnings(
  tx: Tx,
  context: Context,
  bills: readonly Bill[],
  windowEnd: Date,
  at: Date
): Promise<Bill[]> {
  const earned = bills.flatMap(({ purse: { asset }, shares }) =>
    shares.map(({ unitId, net }) => ({ unitId, asset, amount: net }))
  )
  const placements = (await addEarnings(tx, context, earned, windowEnd, at)).values()
  return bills.map(bill => ({
    ...bill,
    shares: bill.shares.map(share => ({ ...share, ...placements.next().value }))
  }))
}

async function billWindow(
  tx: Tx,
  { config }: Context,
  ids: readonly number[],
  window: SettlementWindow
): Promise<Bill[]> {
  const purses = (await readPurses(tx, ids, window.start)).filter(
    it => it.settledUntil === null || it.settledUntil < window.end
  )
  if (purses.length === 0) return []
  // If the length of windows was changed, a part of this window may be settled already.
  const starts = purses.map(it =>
    it.settledUntil && it.settledUntil > window.start ? it.settledUntil : window.start
  )
  // Each part of the window is charged by the terms that were in force during that part.
  const ends = purses.map(
    ({ versions }, index) =>
      nextCut(versions, starts[index] ?? window.start, window.end) ?? window.end
  )
  const spans = { ids: purses.map(it => it.id), starts, ends }
  const activity = await readActiveSeconds(
    tx,
    openPieces(
      purses.map(({ id, versions }, index) => {
        const [start, end] = [starts[index] ?? window.start, ends[index] ?? window.end]
        return { id, schedule: termsAt(versions, start).schedule, start, end }
      })
    )
  )
  const usage = await readBillable(tx, spans)
  const owners = [...new Set(purses.map(it => it.userId))]
  const partners = await partnersOf(tx, owners, window.start)
  const feeOf = await readFees(tx, config, owners, window.start)
  const bills: Bill[] = []
  for (const [index, purse] of purses.entries()) {
    const rest = { start: starts[index] ?? window.start, end: ends[index] ?? window.end }
    const activeSeconds = activity.get(purse.id) ?? 0
    const units = usage.get(purse.id) ?? []
    const { trafficType } = termsAt(purse.versions, rest.start)
    const isLate = trafficType === 'cpd' && activeSeconds === 0 && units.length > 0
    bills.push(
      billFor({
        purse,
        window: rest,
        windowSeconds: config.settlementWindowSeconds,
        feeBasisPoints: feeOf(purse.userId),
        activeSeconds,
        units,
        unpaid: isLate ? await readUnpaid(tx, purse.id, rest.start) : 0n,
        partner: partners.get(purse.userId) ?? null
      })
    )
  }
  return bills
}
