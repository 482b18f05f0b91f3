import type { Context } from '@mille/server/context.ts'
import { createDeliveryNode } from '@mille/server/delivery/delivery-node.ts'
import { createCounting, scoreUnits } from '@mille/server/delivery/index.ts'
import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { TrafficReason } from '@mille/server/delivery/scoring/score.ts'
import { readEvents } from '@mille/server/delivery/testing/events.ts'
import { createTokens, formatUuid } from '@mille/server/delivery/visitors/token.ts'
import { readSetting } from '@mille/server/settings/index.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import type { Look } from './look.ts'
import { type FraudOptions, type Plan, planDay } from './plan-day.ts'

/** The outcome of the views of one ad unit. */
export type Finding = {
  who: string
  kind: Plan['kind']
  /**
   * Number of views reported as seen (for fraud only false ones, for people all), of those not paid at once, and of
   * those neither paid nor released.
   */
  views: number
  rejected: number
  stopped: number
  /**
   * Share of false views among those rejected on the ad unit, and among those rejected or stopped; null if there were
   * none.
   */
  precisionOfRejecting: number | null
  precision: number | null
  score: number | null
  reasons: string
  isHeld: boolean
  /** Effect of the day on the ad unit's slow start: it counts toward its end, does not count, or restarts the count. */
  day: 'good' | 'none' | 'anew'
  /**
   * Maximum that the ad units of an account earn in a day until the network knows the account, in units of 1e-8 USD.
   */
  limit: bigint
}

type Shown = Look & { decision: string; token: string }

const day = Date.parse('2026-03-02T00:00:00Z')
const hourMs = 3_600_000
/** Part of each hour in which ads are requested, in milliseconds, so that their reports arrive in the same hour. */
const decidingMs = 50 * 60_000
/**
 * Simulates a day of a network with honest ad units and one for each kind of fraud. The product's own node decides,
 * counts and rejects on a real database; the scores are computed at midnight.
 */
export async function simulateFraud(
  context: SimulatedContext,
  options: FraudOptions
): Promise<Finding[]> {
  const { clock } = context
  clock.set(new Date(day))
  const plans = await planDay(context.db, createRandom(options.seed), options)
  // The node has its own random numbers, so that what people do does not depend on how many bytes the node draws.
  const ofNode = { ...context, randomBytes: createRandom(options.seed + 1).bytes }
  const looks = plans.flatMap(it => it.looks)
  const shown = await liveDay(
    ofNode,
    Map.groupBy(looks, it => it.hour - (it.hour % options.everyHours))
  )
  clock.set(new Date(day + 24 * hourMs - 1))
  await beginSlowly(
    context,
    plans.map(it => it.unit)
  )
  const held = new Set(await scoreUnits(context))
  const paid = await readPaid(context)
  const scores = await readScores(context)
  const days = await readDays(context)
  const limit = await readSetting(context.db, context.config, 'slow_start_usd', clock.now())
  return plans.map(({ who, kind, unit }) => {
    const own = shown.filter(it => it.unit === unit && it.viewable !== 'never')
    const rejected = own.filter(it => !paid.has(it.decision))
    const stopped = held.has(unit) ? own : rejected
    const isMeant = (it: Look) => it.isFalse === (kind === 'fraud')
    return {
      ...{ who, kind },
      views: own.filter(isMeant).length,
      rejected: rejected.filter(isMeant).length,
      stopped: stopped.filter(isMeant).length,
      precisionOfRejecting: falseShare(rejected),
      precision: falseShare(stopped),
      ...(scores.get(unit) ?? { score: null, reasons: '' }),
      isHeld: held.has(unit),
      day: days.get(unit) ?? 'none',
      limit
    }
  })
}

function falseShare(looks: readonly Look[]): number | null {
  return looks.length === 0 ? null : looks.filter(it => it.isFalse).length / looks.length
}

/** Returns the looks of all ad units in a mixed order, so that those of one unit are spread over the hour. */
function mixed(looks: readonly Look[]): Look[] {
  const step = 7919
  return looks.map((_, nth) => looks[(nth * step) % looks.length] as Look)
}

/**
 * Simulates the day hour by hour: each visitor is shown an ad; a little later most ads are reported as rendered, and
 * then as seen.
 */
async function liveDay(
  context: SimulatedContext,
  hours: ReadonlyMap<number, Look[]>
): Promise<Shown[]> {
  const { clock, config } = context
  const node = createDeliveryNode(context)
  const counting = createCounting(context)
  const count = async () => {
    await counting.catchUp()
    await node.followVerdicts()
  }
  const tokens = createTokens(config.secret)
  await node.start()
  const all: Shown[] = []
  const report = (token: string, kind: string, sender: Sender, said: object = {}) =>
    new Promise(resolve =>
      node.takeReport(JSON.stringify({ token, kind, ...said }), sender, resolve)
    )
  const seen = (it: Shown) =>
    Array.from({ length: it.copies }, () =>
      report(it.token, 'viewable', it.reporter ?? it.sender, {
        isVisible: it.isVisible,
        pixels: it.pixels,
        webdriver: it.webdriver
      })
    )
  for (const [hour, own] of [...hours].sort(([a], [b]) => a - b)) {
    const stepMs = Math.floor(decidingMs / own.length)
    for (let from = 0; from < own.length; from += 1000) {
      const first = day + hour * hourMs + from * stepMs
      const looks = mixed(own).slice(from, from + 1000)
      const shown: Shown[] = []
      for (const [nth, look] of looks.entries()) {
        clock.set(new Date(first + nth * stepMs))
        const place = { width: 300, height: 250, screen: 800 }
        const asked = { unit: String(look.unit), place, sender: look.sender }
        const { decision } = node.serveUnit(asked, true)
        if (!decision.filled) continue
        const read = tokens.read(decision.token, clock.now())
        if (!read.ok) throw new Error(read.reason)
        const it = { ...look, token: decision.token, decision: formatUuid(read.value.decision) }
        shown.push(it)
        if (it.viewable !== 'at once') continue
        clock.set(new Date(first + nth * stepMs + 300))
        await Promise.all([report(it.token, 'rendered', it.sender), ...seen(it)])
      }
      all.push(...shown)
      const start = first + looks.length * stepMs
      clock.set(new Date(start + 300))
      await Promise.all(
        shown
          .filter(it => it.rendered === 'soon' && it.viewable !== 'at once')
          .map(it => report(it.token, 'rendered', it.sender))
      )
      await count()
      clock.set(new Date(start + 1500))
      await Promise.all(
        shown
          .filter(it => it.rendered === 'late')
          .map(it => report(it.token, 'rendered', it.sender))
      )
      await Promise.all(shown.filter(it => it.viewable === 'late').flatMap(seen))
      await count()
      clock.set(new Date(start + 9000))
      await Promise.all(
        shown
          .filter(it => it.isClicked)
          .map(it => node.countOrLog('clicked', node.readToken(it.token), it.sender))
      )
    }
  }
  await node.stop()
  await counting.catchUp()
  await counting.stop()
  return all
}

/** Returns the decisions whose view was counted; a second view by the same visitor is not a rejection. */
async function readPaid(context: Context): Promise<Set<string>> {
  const events = await readEvents(context)
  return new Set(events.filter(it => it.kind === 'viewable').map(it => it.decision))
}

/** Begins the slow start of each ad unit, as if the unit had been paid for its first view. */
async function beginSlowly({ db }: Context, units: readonly number[]): Promise<void> {
  const at = new Date(day)
  const starts = units.map(unit_id => ({ unit_id, started_at: at, counted_from: at }))
  await db.insertInto('slow_starts').values(starts).execute()
}

async function readDays({ db }: Context): Promise<Map<number, Finding['day']>> {
  const rows = await db
    .selectFrom('slow_starts')
    .select(['unit_id', 'good_days', 'counted_from'])
    .limit(1000)
    .execute()
  return new Map(
    rows.map(row => {
      if (row.good_days > 0) return [row.unit_id, 'good']
      return [row.unit_id, row.counted_from.getTime() > day ? 'anew' : 'none']
    })
  )
}

async function readScores({
  db
}: Context): Promise<Map<number, { score: number; reasons: string }>> {
  const rows = await db
    .selectFrom('unit_scores')
    .select(['unit_id', 'score', 'reasons'])
    .limit(1000)
    .execute()
  return new Map(
    rows.map(({ unit_id: unit, score, reasons }) => {
      const codes = (reasons as TrafficReason[]).map(it => it.code)
      return [unit, { score, reasons: codes.join(', ') }]
    })
  )
}
