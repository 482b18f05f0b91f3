import { dayMs } from '@mille/api/durations.ts'
import { unitsPerWhole } from '@mille/money/amount.ts'
import { openMs, openSpans } from '../../window-holds/index.ts'
import type { Dates } from '../choosing/dates.ts'
import type { Campaign, Standing } from '../choosing/inventory.ts'
import { costToday, leftToday, limitReached, priceOf } from '../choosing/spending.ts'
import { inUsdUnits, type Rates } from './rates.ts'

/** What a node has learnt of how fast a CPM campaign spends. */
export type Pace = {
  day: number
  /** Where the plan of the day begins: spending goes from `startCost` in a straight line to the daily budget. */
  startAt: number
  startCost: number
  /** When the budget is to be spent. */
  doneAt: number
  dailyBudget: bigint
  /** When it was last observed, and what the day had cost by then. */
  at: number
  cost: number
  /** Impressions a millisecond that would spend the rest of the budget by the end of the day. */
  perMs: number
  /** Impressions counted of late and those that were wanted, older ones weighing less. */
  counted: number
  wanted: number
  /** What corrects the weight. */
  factor: number
}

/**
 * The budget is to be spent a little before midnight, or before the campaign's end or the end of its hours, so that the last
 * views of the day still find a place in it.
 */
const lastPart = 0.02
const shortestMs = 600_000
/** How far spending may be ahead of its plan, as a part of what was left when the plan was made. */
const ahead = 0.03
const memoryMs = 300_000
const correctionMs = 600_000
const observeMs = 5000
const factors = { min: 1 / 200, max: 20 }

/** A CPD campaign weighs what it may spend in a day, however much it is shown: it pays for its share of the time. */
export function standingOf(
  campaign: Campaign,
  pace: Pace | null,
  nowMs: number,
  rates: Rates
): Standing {
  if (limitReached(campaign) !== null) return { weight: 0, allowance: 0 }
  if (campaign.trafficType === 'cpd' || !pace) {
    const usd = usdOf(campaign, leftToday(campaign), rates) / (dayMs / 1000)
    return { weight: usd, allowance: Number.POSITIVE_INFINITY }
  }
  const price = usdOf(campaign, priceOf(campaign, 1000n), rates) / 1000
  return {
    weight: pace.perMs * 1000 * price * pace.factor,
    allowance: allowanceOf(campaign, pace, nowMs)
  }
}

/** The plan of a campaign that this node sees for the first time on that day, or whose budget was changed. */
export function startPace(campaign: Campaign, nowMs: number, factor = 1): Pace {
  const cost = Number(costToday(campaign))
  const { from, doneAt } = runOf(campaign, nowMs)
  return {
    day: Math.floor(nowMs / dayMs),
    startAt: Math.max(nowMs, from),
    startCost: cost,
    doneAt,
    dailyBudget: campaign.dailyBudget,
    at: nowMs,
    cost,
    perMs: wantedPerMs(campaign, nowMs),
    counted: 0,
    wanted: 0,
    factor
  }
}

/**
 * Corrects the factor by how many impressions were counted instead of those that were wanted. What was missed while
 * there were no visitors makes more wanted for the rest of the day; it is not a reason for a larger share of the
 * visits, so time without them (`isIdle`) does not change the factor.
 */
export function nextPace(pace: Pace, campaign: Campaign, nowMs: number, isIdle: boolean): Pace {
  if (
    pace.day !== Math.floor(nowMs / dayMs) ||
    pace.dailyBudget !== campaign.dailyBudget ||
    pace.doneAt !== runOf(campaign, nowMs).doneAt
  )
    return startPace(campaign, nowMs, pace.factor)
  const elapsed = nowMs - pace.at
  if (elapsed < observeMs) return pace
  const cost = Number(costToday(campaign))
  const perMs = wantedPerMs(campaign, nowMs)
  if (isIdle) return { ...pace, at: nowMs, cost, perMs }
  const keep = Math.exp(-elapsed / memoryMs)
  const price = Number(campaign.maxCpm ?? 1n) / 1000
  const counted = pace.counted * keep + Math.max(0, cost - pace.cost) / price
  const wanted = pace.wanted * keep + perMs * elapsed
  // One more on both sides: a campaign of few impressions is not corrected by the luck of one.
  const ratio = (wanted + 1) / (counted + 1)
  const factor = pace.factor * ratio ** Math.min(1, elapsed / correctionMs)
  const clamped = Math.min(factors.max, Math.max(factors.min, factor))
  return { ...pace, at: nowMs, cost, perMs, counted, wanted, factor: clamped }
}

function wantedPerMs(campaign: Campaign, nowMs: number): number {
  const left = (Number(leftToday(campaign)) * 1000) / Number(campaign.maxCpm ?? 1n)
  const { from, doneAt } = runOf(campaign, nowMs)
  return left / Math.max(shortestMs, openMs(campaign.schedule, Math.max(nowMs, from), doneAt))
}

/** From when on the campaign is shown on that day, and when the day's budget is to be spent. */
function runOf(
  { startsAt, endsAt, schedule }: Dates,
  nowMs: number
): { from: number; doneAt: number } {
  const midnight = nowMs - (nowMs % dayMs)
  const tomorrow = midnight + dayMs
  const start = startsAt?.getTime() ?? midnight
  const end = endsAt?.getTime() ?? tomorrow
  const from = start > midnight && start < tomorrow ? start : midnight
  const until = end > from && end < tomorrow ? end : tomorrow
  const spans = openSpans(schedule, from, until)
  let last = spans.reduce((sum, { start, end }) => sum + end - start, 0) * lastPart
  for (const { start, end } of spans.toReversed()) {
    if (end - start > last) return { from, doneAt: end - last }
    last -= end - start
  }
  return { from, doneAt: until }
}

/** How many impressions there is money for, and the plan has room for, in what is counted so far. */
function allowanceOf(campaign: Campaign, pace: Pace, nowMs: number): number {
  const price = Number(campaign.maxCpm ?? 1n) / 1000
  const { schedule } = campaign
  const whole = Math.max(1, openMs(schedule, pace.startAt, pace.doneAt))
  // Before its start too: what it may be shown in its first second is known by then.
  const done = Math.min(1, openMs(schedule, pace.startAt, nowMs) / whole + ahead)
  const planned = pace.startCost + (Number(pace.dailyBudget) - pace.startCost) * done
  const room = Math.ceil((planned - Number(costToday(campaign))) / price)
  return Math.max(0, Math.min(room, Math.floor(Number(leftToday(campaign)) / price)))
}

function usdOf(campaign: Campaign, amount: bigint, rates: Rates): number {
  const usd = Number(inUsdUnits(amount, campaign.asset, rates)) / Number(unitsPerWhole)
  // Less than a unit of USD still is a chance: the last satoshi of a campaign can be spent.
  return Math.max(usd, 1e-8)
}
