import { dayMs } from '@mille/api/durations.ts'
import { unitsPerWhole } from '@mille/money/amount.ts'
import { openMs, openSpans } from '../../window-holds/index.ts'
import type { Dates } from '../choosing/dates.ts'
import type { Campaign, Standing } from '../choosing/inventory.ts'
import { costToday, leftToday, limitReached, priceOf } from '../choosing/spending.ts'
import { inUsdUnits, type Rates } from './rates.ts'

/** What a node has learned about how fast a CPM campaign spends. */
export type Pace = {
  day: number
  /** Start of the day's plan: planned spending is a straight line from `startCost` to the daily budget. */
  startAt: number
  startCost: number
  /** Time by which the budget should be spent. */
  doneAt: number
  dailyBudget: bigint
  /** Time of the last observation, and the day's cost by then. */
  at: number
  cost: number
  /** Impressions per millisecond that would spend the rest of the budget by the end of the day. */
  perMs: number
  /** Impressions recently counted and wanted; older ones weigh less. */
  counted: number
  wanted: number
  /** Factor that corrects the campaign's weight. */
  factor: number
}

/**
 * The last share of a campaign's time on a day, before which the budget should be spent, so that the day's last views
 * still fit into it.
 */
const lastPart = 0.02
const shortestMs = 600_000
/** How far spending may be ahead of its plan, as a share of what was left when the plan was made. */
const ahead = 0.03
const memoryMs = 300_000
const correctionMs = 600_000
const observeMs = 5000
const factors = { min: 1 / 200, max: 20 }

/**
 * Returns a campaign's standing in the draw. A CPD campaign weighs what it may spend in a day, however often it is
 * shown, because it pays for its share of the time.
 */
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

/** Plans the day for a campaign that this node sees for the first time that day, or whose budget changed. */
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
 * Updates the pace and corrects the factor by the ratio of wanted to counted impressions. Impressions missed without
 * visitors are added to the rest of the day; they do not justify a larger share of the visits, so time without visitors
 * (`isIdle`) does not change the factor.
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
  // Adding one to both keeps a campaign with few impressions from being corrected because of a single one.
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

/** Returns from when the campaign is shown on that day, and by when the day's budget should be spent. */
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

/** Returns how many impressions there is money for and the plan allows, given what is counted so far. */
function allowanceOf(campaign: Campaign, pace: Pace, nowMs: number): number {
  const price = Number(campaign.maxCpm ?? 1n) / 1000
  const { schedule } = campaign
  const whole = Math.max(1, openMs(schedule, pace.startAt, pace.doneAt))
  // This works before the campaign's start too, so its first second is already planned.
  const done = Math.min(1, openMs(schedule, pace.startAt, nowMs) / whole + ahead)
  const planned = pace.startCost + (Number(pace.dailyBudget) - pace.startCost) * done
  const room = Math.ceil((planned - Number(costToday(campaign))) / price)
  return Math.max(0, Math.min(room, Math.floor(Number(leftToday(campaign)) / price)))
}

function usdOf(campaign: Campaign, amount: bigint, rates: Rates): number {
  const usd = Number(inUsdUnits(amount, campaign.asset, rates)) / Number(unitsPerWhole)
  // An amount below one unit of USD still gets a chance, so that a campaign's last satoshi can be spent.
  return Math.max(usd, 1e-8)
}
