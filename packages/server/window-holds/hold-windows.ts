import { largestAmount } from '@mille/money/amount.ts'
import { sumOf } from '@mille/money/sum.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { campaignAccount, endHolds, holdAll, type NewHold } from '../ledger/index.ts'
import { drawFunds } from './draw.ts'
import {
  campaignsToHold,
  countHolds,
  groupsOf,
  lockCampaigns,
  type Purse,
  readActivity,
  readPurses,
  saveHolds
} from './queries.ts'
import { openMs, openPieces } from './schedule.ts'
import { maxFor, smallest } from './terms.ts'
import {
  type SettlementWindow,
  startOfDay,
  windowAt,
  windowIndex,
  windowsPerDay
} from './window.ts'

export type HoldClock = { at: Date; windowSeconds: number }

/** Number of campaigns whose money is held in one transaction. */
const groupSize = 200

/**
 * Holds, for each campaign that is active within its dates, the most that the current window can cost, or what the
 * campaign has; self-funding campaigns first draw what is missing from their account. Promotional credit is held first.
 * Existing holds count, so repeated calls add nothing. The campaigns must be locked.
 */
export async function holdWindows(
  tx: Tx,
  ids: readonly number[],
  { at, windowSeconds }: HoldClock
): Promise<void> {
  const window = windowAt(at, windowSeconds)
  const purses = (await readPurses(tx, ids, at)).filter(
    it =>
      it.state === 'active' &&
      runsIn(it, window) &&
      !(it.settledUntil && it.settledUntil >= window.end)
  )
  if (purses.length === 0) return
  const activity = await readActivity(
    tx,
    openPieces(purses.map(it => ({ id: it.id, schedule: it.terms.schedule, ...window })))
  )
  const wanted = purses.map(purse => {
    const here = sumOf(amountsOf(purse.holds.filter(it => isOf(it, window))))
    const seconds = activity.get(purse.id) ?? 0
    const max = (balance: bigint) => maxToHold(purse, window, windowSeconds, seconds, balance)
    const own = max(purse.available + purse.promotion + here)
    // `missing` is what the window can cost beyond the campaign's own money.
    return { purse, own: own - here, missing: max(largestAmount) - own }
  })
  const drawn = await drawFunds(
    tx,
    wanted.map(({ purse, missing }) => ({ campaign: purse, missing })),
    window,
    at
  )
  const funded = wanted.map(({ purse, own }) => {
    const { available, promotion } = drawn.get(purse.id) ?? { available: 0n, promotion: 0n }
    return {
      purse: {
        ...purse,
        available: purse.available + available,
        promotion: purse.promotion + promotion
      },
      window: unsettledPart(purse, window),
      amount: own + available + promotion
    }
  })
  await holdMore(tx, funded, at)
}

/** Holds the given additional amount of each campaign's money for a window, but no more than the campaign has. */
export async function holdMore(
  tx: Tx,
  wanted: readonly { purse: Purse; window: SettlementWindow; amount: bigint }[],
  at: Date
): Promise<{ id: bigint; campaignId: number; amount: bigint; isPromotion: boolean }[]> {
  const missing = wanted.filter(it => it.amount > 0n)
  const [first] = missing
  if (!first) return []
  // Windows in one call start at different times only after the length of windows was changed.
  const counts = new Map<string, number>()
  for (const start of new Set(missing.map(it => it.window.start.getTime()))) {
    const ids = missing.filter(it => it.window.start.getTime() === start).map(it => it.purse.id)
    for (const [id, count] of await countHolds(tx, ids, new Date(start)))
      counts.set(`${id} ${start}`, count)
  }
  const parts = missing.flatMap(({ purse, window, amount }) => {
    const { id, asset } = purse
    const promotion = smallest(amount, purse.promotion)
    const available = smallest(amount - promotion, purse.available)
    const count = counts.get(`${id} ${window.start.getTime()}`) ?? 0
    return [
      { kind: 'promotion' as const, amount: promotion },
      { kind: 'available' as const, amount: available }
    ]
      .filter(it => it.amount > 0n)
      .map(({ kind, amount }) => {
        const key = `window:${id}:${window.start.toISOString()}:${count}:${kind}`
        const from = campaignAccount(id, asset, kind)
        const request: NewHold = { key, from, amount, reason: 'campaign_window', at }
        return { request, campaignId: id, window, isPromotion: kind === 'promotion' }
      })
  })
  const made = await holdAll(
    tx,
    parts.map(it => it.request)
  )
  // This cannot fail, because the campaigns are locked and no more than their balances is held.
  if (!made.ok) throw new Error(`Windows cannot be held: ${made.code}`)
  const holds = parts.map(({ campaignId, window, isPromotion }, index) => {
    const hold = made.value[index]
    if (!hold) throw new Error('A hold is missing')
    return { ...hold, campaignId, window, isPromotion }
  })
  await saveHolds(tx, holds)
  return holds
}

/** Releases what is held for a campaign's windows that end after a given time. The campaign must be locked. */
export async function releaseHolds(tx: Tx, campaignId: number, after: Date, at: Date) {
  const [purse] = await readPurses(tx, [campaignId], at)
  const holds = purse?.holds.filter(it => it.end > after) ?? []
  if (holds.length === 0) return
  const ended = await endHolds(tx, [{ holdIds: holds.map(it => it.id), payments: [], at }])
  if (!ended.ok) throw new Error(`The holds of campaign ${campaignId} cannot end: ${ended.code}`)
}

/**
 * Holds money for the running window of every active campaign that has no hold for it yet. It may be called at any
 * time, and by any number of processes.
 */
export async function holdActive(context: Context): Promise<void> {
  const { db, now, config } = context
  const look = (after: number) =>
    campaignsToHold(db, windowAt(now(), config.settlementWindowSeconds), after)
  for await (const ids of groupsOf(look, groupSize)) await holdGroup(context, ids)
}

async function holdGroup({ db, now, config, log }: Context, ids: readonly number[]): Promise<void> {
  try {
    await db.transaction().execute(async tx => {
      await lockCampaigns(tx, ids)
      const clock = { at: now(), windowSeconds: config.settlementWindowSeconds }
      await holdWindows(tx, ids, clock)
    })
  } catch (error) {
    // Campaigns whose holds failed get them at settlement; the other campaigns must not wait for that.
    log.error({ err: error, from: ids[0], to: ids.at(-1) }, 'windows could not be held')
  }
}

/**
 * Returns the most to hold for a window. What other windows hold counts as spent: windows of the same day against the
 * daily budget, and all windows against the total budget.
 */
function maxToHold(
  purse: Purse,
  window: SettlementWindow,
  seconds: number,
  activeSeconds: number,
  balance: bigint
): bigint {
  const earlier = purse.holds.filter(it => !isOf(it, window))
  const today = earlier.filter(it => it.start >= startOfDay(window.start))
  const part = { index: windowIndex(window, seconds), perDay: windowsPerDay(seconds), seconds }
  return maxFor(purse.terms, part, activeSeconds, {
    balance,
    spent: purse.spent + sumOf(amountsOf(earlier)),
    spentToday: purse.spentToday + sumOf(amountsOf(today))
  })
}

function runsIn(
  { startsAt, endsAt, terms: { schedule } }: Purse,
  { start, end }: SettlementWindow
): boolean {
  const from = startsAt && startsAt > start ? startsAt : start
  const until = endsAt && endsAt < end ? endsAt : end
  return openMs(schedule, from.getTime(), until.getTime()) > 0
}

/** If the length of windows was changed, a part of this window may be settled already. */
function unsettledPart({ settledUntil }: Purse, { start, end }: SettlementWindow) {
  return { start: settledUntil && settledUntil > start ? settledUntil : start, end }
}

/** Whether a hold is for this window, or for a later one by a process with a fast clock. */
function isOf(hold: SettlementWindow, window: SettlementWindow): boolean {
  return hold.end > window.start
}

const amountsOf = (holds: readonly { amount: bigint }[]) => holds.map(it => it.amount)
