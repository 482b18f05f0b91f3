import type { Decision } from '@mille/api/delivery/protocol.ts'
import { dayMs, hourMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { deliveryRoutes, scoreUnits } from '@mille/server/delivery/index.ts'
import { countAll, readSums } from '@mille/server/delivery/testing/counting.ts'
import { askFrom } from '@mille/server/delivery/testing/delivery.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { payMatured } from '@mille/server/earnings/index.ts'
import { balances, userAccount } from '@mille/server/ledger/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import type { TestDatabase } from '@mille/testing/clone-database.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createSimulatedContext, type SimulatedContext } from '../simulated-context.ts'

import type { Arena, Player, Said, Visitor } from './player.ts'

export type Outcome = {
  /**
   * Number of views that were reported as seen, including copies, and number of those that advertisers are charged for.
   */
  reported: number
  billable: number
  /** Reasons why reports were rejected, the most frequent first. */
  rejected: string[]
  /** What the account can withdraw at the end, and what is still pending or on hold, in units of 1e-8 USD. */
  paid: bigint
  waiting: bigint
  /**
   * What the account would earn if every reported view without a person were paid for, and what it was actually paid
   * for such views.
   */
  faked: bigint
  paidForFaked: bigint
  /** Hours from the first view until earnings were put on hold; null if they never were. */
  heldAfterHours: number | null
}

const start = Date.parse('2026-03-02T00:00:00Z')
const asset: Asset = 'USD'
const campaigns = 12
/** Price of 12 USD per thousand views, of which the network keeps a fifth. */
const maxCpm = 1_200_000_000n
const earnedOfView = (maxCpm * 8n) / 10_000n
/**
 * Maximum time until a view is settled, in milliseconds. Nothing changes between then and the night, so those hours are
 * skipped.
 */
const settledMs = 4 * hourMs
/** Time of day at which the network also scores the weeks of small accounts, in milliseconds. */
const nightMs = 4 * hourMs
const defaultHeaders = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }

/** Simulates one player on a separate network for some days. All results are read from the ledger and the counters. */
export async function live(
  player: Player,
  database: TestDatabase,
  { seed, days }: { seed: number; days: number }
): Promise<Outcome> {
  const context = createSimulatedContext(database, seed)
  const { clock, db } = context
  clock.set(new Date(start))
  const { owner, units, origin } = await addAccount(context, player)
  const random = createRandom(seed + 1)
  const rounds = createRounds(context, units)
  let reported = 0
  let real = 0
  let busyUntil = start
  const delivery = deliveryRoutes(context)
  let sent: Promise<Response>[] = []

  const ask = async (path: string, visitor: Visitor, init: RequestInit = {}) => {
    const said = visitor.headers ?? { ...defaultHeaders, origin, referer: `${origin}/` }
    const headers = { 'user-agent': visitor.userAgent, ...said }
    return askFrom(delivery, visitor.address, path, { ...init, headers })
  }

  async function advance(ms: number): Promise<void> {
    const until = clock.now().getTime() + ms
    await settled()
    for (;;) {
      const hour = (Math.floor(clock.now().getTime() / hourMs) + 1) * hourMs
      if (hour > until) break
      clock.set(new Date(hour))
      if (hour > busyUntil && hour % dayMs !== nightMs) continue
      await delivery.flush()
      await rounds.everyHour()
    }
    clock.set(new Date(until))
  }

  async function settled(): Promise<void> {
    for (const answer of await Promise.all(sent))
      if (answer.status >= 500) throw new Error(`A report was answered by ${answer.status}`)
    sent = []
  }

  const report: Arena['report'] = (visitor, token, kind, said = {}) => {
    if (token === null) return
    const { isReal = false, ...fields } = said
    if (kind === 'viewable') reported++
    if (kind === 'viewable' && isReal) real++
    busyUntil = clock.now().getTime() + settledMs
    const looks = kind === 'viewable' ? looksOf(visitor) : {}
    const body = JSON.stringify({ token, kind, ...looks, ...fields })
    sent.push(ask('/serve/view', visitor, { method: 'POST', body }))
  }

  const choose: Arena['choose'] = async (visitor, unit = units[0]) => {
    const answer = await ask(`/serve/units/${unit}?width=300&height=250&screen=800`, visitor)
    const decision = (await answer.json()) as Decision
    return decision.filled ? decision.token : null
  }

  const look: Arena['look'] = async (visitors, options = {}) => {
    const { said, unit, renderedMs = 300, seenMs = 1200 } = options
    const tokens: (string | null)[] = []
    for (const visitor of visitors) tokens.push(await choose(visitor, unit))
    const reportAll = (kind: 'rendered' | 'viewable') => {
      for (const [nth, visitor] of visitors.entries())
        report(visitor, tokens[nth] ?? null, kind, kind === 'viewable' ? said : {})
    }
    await advance(renderedMs ?? 0)
    if (renderedMs !== null) reportAll('rendered')
    await advance(seenMs)
    reportAll('viewable')
  }

  const api = { units, origin, random, choose, report, advance, look }
  await delivery.start()
  for (let day = 0; day < days; day++) {
    const dayStart = start + day * dayMs
    // A node does this every minute, but its timer uses the real clock.
    await delivery.keepUp()
    await advance(dayStart + 10 * hourMs - clock.now().getTime())
    await player.act({ ...api, day })
    await advance(dayStart + dayMs - clock.now().getTime())
  }
  await delivery.stop()
  await rounds.everyHour()
  const sums = await readSums(db)
  const billable = sums.billable ?? 0n
  const paid = (await balances(db, [userAccount(owner, asset)]))[0] ?? 0n
  const unreal = billable - BigInt(Math.min(real, Number(billable)))
  return {
    reported,
    billable: Number(billable),
    rejected: Object.entries(sums)
      .filter(([kind]) => kind.startsWith('rejected_'))
      .sort(([, a], [, b]) => Number(b - a))
      .map(([kind]) =>
        kind.slice('rejected_'.length).replaceAll('_', ' ').replace('centre', 'center')
      ),
    paid,
    waiting: await readWaiting(context),
    faked: BigInt(reported - real) * earnedOfView,
    paidForFaked: billable === 0n ? 0n : (paid * unreal) / billable,
    heldAfterHours: rounds.heldAfterHours()
  }
}

/** Returns what the ad reports about a view in that browser, which attackers' programs know too. */
function looksOf({ userAgent }: Visitor): Said {
  const said = { pixels: 75_000, webdriver: false }
  return userAgent.includes('Chrome/') ? { ...said, isVisible: true } : said
}

/** Runs the network's own jobs: counting, settling, scoring, and paying out what has matured. */
function createRounds(context: SimulatedContext, units: readonly number[]) {
  const heldAt: number[] = []
  let firstViewAt: number | null = null
  return {
    async everyHour(): Promise<void> {
      const at = context.clock.now().getTime()
      await countAll(context)
      if (firstViewAt === null && (await readSums(context.db)).viewable) firstViewAt = at - hourMs
      await settleDue(context)
      const held = await scoreUnits(context)
      if (held.some(it => units.includes(it))) heldAt.push(at)
      await payMatured(context)
    },
    heldAfterHours() {
      const [first] = heldAt
      if (first === undefined) return null
      return Math.ceil((first - (firstViewAt ?? first)) / hourMs)
    }
  }
}

async function addAccount(context: SimulatedContext, player: Player) {
  const { db } = context
  for (let nth = 0; nth < campaigns; nth++) {
    const { id } = await addCampaign(db, {
      asset,
      balance: 100_000_000_000_000n,
      trafficType: 'cpm',
      dailyBudget: 1_000_000_000_000n,
      maxCpm
    })
    const started_at = new Date(start)
    await db.insertInto('campaign_activity').values({ campaign_id: id, started_at }).execute()
  }
  const first = await addUnit(db, { kind: player.kind ?? 'site' })
  const units = [first.id]
  for (let nth = 1; nth < (player.units ?? 1); nth++) {
    const { id } = await addUnit(db, { kind: 'app' })
    const changes = { user_id: first.owner, site_id: first.site, kind: player.kind ?? 'site' }
    await db.updateTable('ad_units').set(changes).where('id', '=', id).execute()
    units.push(id)
  }
  return { owner: first.owner, units, origin: `https://blog-${first.owner}.example` }
}

async function readWaiting({ db }: SimulatedContext): Promise<bigint> {
  const { waiting } = await db
    .selectFrom('unit_earnings')
    .select(it => it.fn.sum<bigint | null>('amount').as('waiting'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return BigInt(waiting ?? 0)
}
