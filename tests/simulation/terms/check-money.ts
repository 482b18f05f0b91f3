import { dayMs } from '@mille/api/durations.ts'
import { evenPart, shareOf } from '@mille/money/split.ts'
import { smallest } from '@mille/server/window-holds/index.ts'
import { isOpenByClock } from '@mille/testing/schedules.ts'
import type { Charge, CountedView, Draw, Observed } from './observed.ts'
import { start, type Terms, termsOn } from './plan.ts'
import { accountOf, type TermsCampaign } from './populate.ts'

const windowMs = 7_200_000
const windowsPerDay = 12

export type MoneyFindings = {
  charges: number
  /** Charges of more than nothing, and those that were computed again from the views. */
  paid: number
  recomputed: number
  /** Campaigns' days that were charged the daily budget to the unit, or less than one view below it. */
  fullDays: number
  /** Campaigns that were charged their total budget, or less than one view below it. */
  fullTotals: number
  draws: number
  /** Accounts that campaigns drew from until nothing was left. */
  emptyAccounts: number
}

/**
 * Checks that budgets hold to the unit, that charges are what the views cost, and that what campaigns drew is what
 * their accounts lack.
 */
export function checkMoney(observed: Observed): MoneyFindings {
  const { campaigns, charges, draws, views } = observed
  const found = { recomputed: 0, fullDays: 0, fullTotals: 0 }
  const chargesOf = Map.groupBy(charges, it => it.campaign)
  const drawsOf = Map.groupBy(draws, it => it.campaign)
  const viewsOf = Map.groupBy(
    views.filter(it => it.isBillable),
    it => it.campaign
  )
  for (const campaign of campaigns) {
    const own = chargesOf.get(campaign.id) ?? []
    checkBudgets(campaign, own, found)
    checkCounts(campaign, own, viewsOf.get(campaign.id) ?? [])
    found.recomputed += recompute(campaign, own, viewsOf.get(campaign.id) ?? [])
    checkDraws(campaign, drawsOf.get(campaign.id) ?? [])
    checkBalance(campaign, own, drawsOf.get(campaign.id) ?? [], observed)
  }
  const paid = charges.filter(it => it.charged > 0n).length
  const emptyAccounts = checkAccounts(observed, drawsOf)
  return { charges: charges.length, paid, ...found, draws: draws.length, emptyAccounts }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, it) => all + it, 0n)
const chargedIn = (charges: readonly Charge[]) => sum(charges.map(it => it.charged))
const dayOf = (ms: number) => Math.floor(ms / dayMs)
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const iso = (ms: number) => new Date(ms).toISOString()
const periodOf = (view: CountedView) => Math.floor(view.at / windowMs) * windowMs

function priceOn(terms: Terms, ms: number): bigint {
  return terms.trafficType === 'cpm' ? (termsOn(terms, ms).maxCpm ?? 0n) / 1000n : 0n
}

function checkBudgets(
  { id, terms }: TermsCampaign,
  charges: readonly Charge[],
  found: { fullDays: number; fullTotals: number }
): void {
  const { totalBudget } = terms
  for (const [day, its] of Map.groupBy(charges, it => dayOf(it.startMs))) {
    const charged = chargedIn(its)
    const { dailyBudget } = termsOn(terms, day * dayMs)
    if (charged > dailyBudget)
      throw new Error(
        `campaign ${id} was charged ${charged} on ${dateOf(day)}, and its daily budget is ${dailyBudget}`
      )
    if (charged >= dailyBudget - priceOn(terms, day * dayMs)) found.fullDays++
  }
  const charged = chargedIn(charges)
  if (totalBudget === null) return
  if (charged > totalBudget)
    throw new Error(`campaign ${id} was charged ${charged}, and its total budget is ${totalBudget}`)
  const last = charges.at(-1)?.startMs ?? start
  if (charged >= totalBudget - priceOn(terms, last)) found.fullTotals++
}

/** Checks that each view is in the charge of the period in which it counts, and in no other. */
function checkCounts(
  { id }: TermsCampaign,
  charges: readonly Charge[],
  views: readonly CountedView[]
): void {
  const viewsIn = Map.groupBy(views, periodOf)
  for (const { startMs, billable } of charges) {
    const seen = viewsIn.get(startMs)?.length ?? 0
    viewsIn.delete(startMs)
    if (billable !== BigInt(seen))
      throw new Error(
        `campaign ${id} was charged for ${billable} views at ${iso(startMs)}, and ${seen} were seen`
      )
  }
  for (const [startMs, its] of viewsIn)
    throw new Error(
      `campaign ${id} was not charged at ${iso(startMs)}, and ${its.length} views were seen`
    )
}

/**
 * Computes the charges of a campaign, and throws if one differs. A campaign that may lack money is charged no more than
 * what its views cost. Returns how many charges were to be as computed.
 */
function recompute(
  { id, terms }: TermsCampaign,
  charges: readonly Charge[],
  views: readonly CountedView[]
): number {
  const { trafficType, totalBudget, isRich } = terms
  // A CPD campaign that reached its total budget, or its last money, was stopped within a period by the settlement.
  if (trafficType === 'cpd' && (totalBudget !== null || !isRich)) return 0
  const viewsIn = Map.groupBy(views, periodOf)
  let [spent, today, day, carried] = [0n, 0n, 0, 0n]
  let computed = 0
  for (const { startMs, charged } of charges) {
    if (dayOf(startMs) !== day) [day, today] = [dayOf(startMs), 0n]
    const count = BigInt(viewsIn.get(startMs)?.length ?? 0)
    const { due, limit, rest, seconds } = dueIn(terms, startMs, { count, carried })
    const limits: [bigint, ...bigint[]] = [due, limit - today]
    if (totalBudget !== null) limits.push(totalBudget - spent)
    if (trafficType === 'cpd' && rest !== null) limits.push(rest.whole)
    const expected = count === 0n ? 0n : smallest(...limits)
    // Views that are seen after a CPD campaign's hours are paid from what its last period left.
    const isLate = trafficType === 'cpd' && seconds === 0 && count > 0n
    if (!isLate && (isRich ? charged !== expected : charged > expected))
      throw new Error(
        `campaign ${id} was charged ${charged} instead of ${expected} at ${iso(startMs)}`
      )
    if (!isLate && isRich) computed++
    carried = count === 0n || charged === due ? (rest?.thousandths ?? 0n) : 0n
    spent += charged
    today += charged
  }
  return computed
}

/** Returns what a period may cost, the daily budget, and the price of the views (null without one). */
function dueIn(
  terms: Terms,
  startMs: number,
  { count, carried }: { count: bigint; carried: bigint }
) {
  const { dailyBudget, maxCpm } = termsOn(terms, startMs)
  const seconds = activeSeconds(terms, startMs)
  const isCpm = terms.trafficType === 'cpm'
  const price = (maxCpm ?? 0n) * count + (isCpm ? carried : 0n)
  const rest = maxCpm === null ? null : { whole: price / 1000n, thousandths: price % 1000n }
  const portion = evenPart(dailyBudget, windowsPerDay, (startMs % dayMs) / windowMs)
  const due = isCpm
    ? (rest?.whole ?? 0n)
    : shareOf(portion, BigInt(seconds), BigInt(windowMs / 1000))
  return { due, limit: dailyBudget, rest, seconds }
}

/** Returns for how many seconds of a period a campaign's dates and hours let it run. */
function activeSeconds({ startsAt, endsAt, schedule }: Terms, startMs: number): number {
  const quarterMs = 900_000
  const [first, last] = [
    startsAt?.getTime() ?? start,
    endsAt?.getTime() ?? Number.POSITIVE_INFINITY
  ]
  let ms = 0
  for (let from = startMs; from < startMs + windowMs; from += quarterMs) {
    if (schedule && !isOpenByClock(schedule, from)) continue
    ms += Math.max(0, Math.min(from + quarterMs, last) - Math.max(from, first))
  }
  return Math.floor(ms / 1000)
}

/** Checks that a campaign's money is what it was given and drew, without what it was charged. */
function checkBalance(
  { id, terms }: TermsCampaign,
  charges: readonly Charge[],
  draws: readonly Draw[],
  { balances }: Observed
): void {
  const left = balances.get(`campaign ${id} ${terms.asset}`) ?? 0n
  const [charged, drawn] = [chargedIn(charges), sum(draws.map(it => it.amount))]
  if (terms.balance + drawn !== charged + left || left < 0n)
    throw new Error(
      `campaign ${id} was given ${terms.balance}, drew ${drawn}, was charged ${charged} and has ${left}`
    )
}

/**
 * Checks that accounts lack exactly what campaigns drew from them. Returns how many of them campaigns drew from until
 * nothing was left.
 */
function checkAccounts(
  { campaigns, balances, credited }: Observed,
  drawsOf: ReadonlyMap<number, Draw[]>
): number {
  let empty = 0
  for (const [name, its] of Map.groupBy(campaigns, accountOf)) {
    const drawn = sum(its.flatMap(it => drawsOf.get(it.id) ?? []).map(it => it.amount))
    const [given, left] = [credited.get(name) ?? 0n, balances.get(`user ${name}`) ?? 0n]
    if (given - drawn !== left || left < 0n)
      throw new Error(`account ${name} was given ${given}, ${drawn} were drawn, and it has ${left}`)
    if (drawn > 0n && left === 0n) empty++
  }
  return empty
}

function checkDraws({ id, terms: { selfFunding } }: TermsCampaign, draws: readonly Draw[]): void {
  if (draws.length > 0 && !selfFunding) throw new Error(`campaign ${id} drew without being told to`)
  for (const [startMs, its] of Map.groupBy(draws, it => it.startMs))
    if (its.length > 1)
      throw new Error(`campaign ${id} drew ${its.length} times for the period at ${iso(startMs)}`)
  const { dailyMax = null, totalMax = null } = selfFunding ?? {}
  for (const [day, its] of Map.groupBy(draws, it => dayOf(it.startMs))) {
    const drawn = sum(its.map(it => it.amount))
    if (dailyMax !== null && drawn > dailyMax)
      throw new Error(`campaign ${id} drew ${drawn} on ${dateOf(day)}, and may draw ${dailyMax}`)
  }
  const drawn = sum(draws.map(it => it.amount))
  if (totalMax !== null && drawn > totalMax)
    throw new Error(`campaign ${id} drew ${drawn}, and may draw ${totalMax}`)
}
