import { dayMs } from '@mille/api/durations.ts'
import { evenPart, shareOf } from '@mille/money/split.ts'
import type { Connection } from '@mille/server/db/connect.ts'
import { smallest } from '@mille/server/window-holds/index.ts'
import { isOpenByClock } from '@mille/testing/schedules.ts'
import type { BilledView } from './check-terms.ts'
import { start, type Terms } from './plan.ts'
import type { TermsCampaign } from './populate.ts'
import { accountOf, type TermsLife } from './simulate-terms.ts'

const windowMs = 7_200_000
const windowsPerDay = 12

type Charge = { campaign: number; startMs: number; charged: bigint }

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
export async function checkMoney(
  pool: Connection['pool'],
  life: TermsLife,
  billed: readonly BilledView[]
): Promise<MoneyFindings> {
  const { rows: charges } = await pool.query<Charge>(`
    select campaign_id as campaign, extract(epoch from window_start)::float8 * 1000 as "startMs", charged
    from settlements order by window_start limit 1000000`)
  const found = { recomputed: 0, fullDays: 0, fullTotals: 0 }
  const chargesOf = Map.groupBy(charges, it => it.campaign)
  const viewsOf = Map.groupBy(billed, it => it.campaign)
  for (const campaign of life.campaigns) {
    const own = chargesOf.get(campaign.id) ?? []
    checkBudgets(campaign, own, found)
    if (campaign.terms.isRich)
      found.recomputed += recompute(campaign, own, viewsOf.get(campaign.id) ?? [])
  }
  const paid = charges.filter(it => it.charged > 0n).length
  return { charges: charges.length, paid, ...found, ...(await checkDraws(pool, life, chargesOf)) }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, it) => all + it, 0n)
const chargedIn = (charges: readonly Charge[]) => sum(charges.map(it => it.charged))
const dayOf = (ms: number) => Math.floor(ms / dayMs)

function checkBudgets(
  { id, terms }: TermsCampaign,
  charges: readonly Charge[],
  found: { fullDays: number; fullTotals: number }
): void {
  const { dailyBudget, totalBudget, maxCpm, trafficType } = terms
  const price = trafficType === 'cpm' ? (maxCpm ?? 0n) / 1000n : 0n
  for (const [day, its] of Map.groupBy(charges, it => dayOf(it.startMs))) {
    const charged = chargedIn(its)
    if (charged > dailyBudget)
      throw new Error(`campaign ${id} was charged ${charged} on day ${day} of ${dailyBudget}`)
    if (charged >= dailyBudget - price) found.fullDays++
  }
  const charged = chargedIn(charges)
  if (totalBudget === null) return
  if (charged > totalBudget)
    throw new Error(`campaign ${id} was charged ${charged} of ${totalBudget}`)
  if (charged >= totalBudget - price) found.fullTotals++
}

/**
 * Computes the charges of a campaign that always had enough money, and throws if one differs. Returns how many it
 * computed.
 */
function recompute(
  { id, terms }: TermsCampaign,
  charges: readonly Charge[],
  views: readonly BilledView[]
): number {
  const { trafficType, dailyBudget, totalBudget, maxCpm } = terms
  // A CPD campaign that reached its total budget was stopped within a period, by a run of the settlement.
  if (trafficType === 'cpd' && totalBudget !== null) return 0
  const viewsIn = Map.groupBy(views, it => Math.floor(it.at / windowMs) * windowMs)
  let [spent, today, day, carried] = [0n, 0n, 0, 0n]
  let computed = 0
  for (const { startMs, charged } of charges) {
    if (dayOf(startMs) !== day) [day, today] = [dayOf(startMs), 0n]
    const count = BigInt(viewsIn.get(startMs)?.length ?? 0)
    const seconds = activeSeconds(terms, startMs)
    const thousandths = (maxCpm ?? 0n) * count + (trafficType === 'cpm' ? carried : 0n)
    const portion = evenPart(dailyBudget, windowsPerDay, (startMs % dayMs) / windowMs)
    const due =
      trafficType === 'cpm'
        ? thousandths / 1000n
        : shareOf(portion, BigInt(seconds), BigInt(windowMs / 1000))
    const limits: [bigint, ...bigint[]] = [due, dailyBudget - today]
    if (totalBudget !== null) limits.push(totalBudget - spent)
    if (trafficType === 'cpd' && maxCpm !== null) limits.push(thousandths / 1000n)
    const expected = count === 0n ? 0n : smallest(...limits)
    // Views that are seen after a CPD campaign's hours are paid from what its last period left.
    const isLate = trafficType === 'cpd' && seconds === 0 && count > 0n
    if (!isLate) {
      computed++
      if (charged !== expected)
        throw new Error(
          `campaign ${id} was charged ${charged} instead of ${expected} at ${new Date(startMs).toISOString()}`
        )
    }
    carried = count === 0n || charged === due ? thousandths % 1000n : 0n
    spent += charged
    today += charged
  }
  return computed
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

type Draw = { campaign: number; startMs: number; amount: bigint }
type Balance = { owner: string; id: number; asset: string; balance: bigint }

async function checkDraws(
  pool: Connection['pool'],
  life: TermsLife,
  chargesOf: Map<number, Charge[]>
) {
  const { rows: draws } = await pool.query<Draw>(`
    select campaign_id as campaign, extract(epoch from window_start)::float8 * 1000 as "startMs", amount
    from campaign_draws order by window_start limit 1000000`)
  const { rows: balances } = await pool.query<Balance>(`
    select owner, owner_id as id, asset, sum(balance)::bigint as balance from ledger_accounts
    where owner in ('user', 'campaign') group by owner, owner_id, asset limit 1000000`)
  const balanceOf = new Map(balances.map(it => [`${it.owner} ${it.id} ${it.asset}`, it.balance]))
  const drawsOf = Map.groupBy(draws, it => it.campaign)
  const drawnFrom = new Map<string, bigint>()
  for (const campaign of life.campaigns) {
    const { id, terms } = campaign
    const own = drawsOf.get(id) ?? []
    const drawn = sum(own.map(it => it.amount))
    checkLimits(campaign, own)
    const left = balanceOf.get(`campaign ${id} ${terms.asset}`) ?? 0n
    const charged = chargedIn(chargesOf.get(id) ?? [])
    if (terms.balance + drawn !== charged + left || left < 0n)
      throw new Error(
        `campaign ${id} had ${terms.balance} and ${drawn}, and ${charged} and ${left} are found`
      )
    drawnFrom.set(accountOf(campaign), (drawnFrom.get(accountOf(campaign)) ?? 0n) + drawn)
  }
  let emptyAccounts = 0
  for (const [name, drawn] of drawnFrom) {
    const [credited, left] = [life.credited.get(name) ?? 0n, balanceOf.get(`user ${name}`) ?? 0n]
    if (credited - drawn !== left || left < 0n)
      throw new Error(`account ${name} had ${credited}, ${drawn} were drawn, and ${left} are left`)
    if (drawn > 0n && left === 0n) emptyAccounts++
  }
  return { draws: draws.length, emptyAccounts }
}

function checkLimits({ id, terms: { selfFunding } }: TermsCampaign, draws: readonly Draw[]): void {
  if (draws.length > 0 && !selfFunding) throw new Error(`campaign ${id} drew without being told to`)
  const { dailyMax = null, totalMax = null } = selfFunding ?? {}
  for (const [day, its] of Map.groupBy(draws, it => dayOf(it.startMs))) {
    const drawn = sum(its.map(it => it.amount))
    if (dailyMax !== null && drawn > dailyMax)
      throw new Error(`campaign ${id} drew ${drawn} on day ${day}, and may draw ${dailyMax}`)
  }
  const drawn = sum(draws.map(it => it.amount))
  if (totalMax !== null && drawn > totalMax)
    throw new Error(`campaign ${id} drew ${drawn}, and may draw ${totalMax}`)
}
