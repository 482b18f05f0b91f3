import { dayMs } from '@mille/api/durations.ts'
import { lockCampaign } from '@mille/server/campaigns/campaign-queries.ts'
import { changeTerms } from '@mille/server/campaigns/terms.ts'
import { readConfig } from '@mille/server/config.ts'
import { type Context, createLog } from '@mille/server/context.ts'
import type { Connection, Database } from '@mille/server/db/connect.ts'
import { createNodeSums } from '@mille/server/delivery/appending/node-sums.ts'
import { type Report, writeReports } from '@mille/server/delivery/appending/write-reports.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { unknownFrom } from '@mille/server/delivery/event-log/write-records.ts'
import { createCounting } from '@mille/server/delivery/partitions/counting.ts'
import { readEvents } from '@mille/server/delivery/testing/events.ts'
import { addCampaign, addUnit, fund } from '@mille/server/delivery/testing/network.ts'
import { type Decided, formatUuid } from '@mille/server/delivery/visitors/token.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { settleDue, verifySettlements } from '@mille/server/settlement/index.ts'
import { readTerms, type Terms, termsAt } from '@mille/server/window-holds/index.ts'
import {
  Crash,
  type CrashingDatabase,
  createCrashingDatabase
} from '@mille/testing/crashing-database.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { type DatabaseNode, startNode } from './database-node.ts'

export type DatabaseOutcome = {
  views: number
  billable: number
  crashes: number
  statements: number
}

const start = Date.parse('2026-03-02T00:00:00Z')
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const address = '192.0.2.1'
/** Average time between two steps, in milliseconds. */
const stepMs = 60_000
const risk = 0.01

/**
 * Runs the product's own code on a real database: decisions, counting, settlement and advertisers' changes, one after
 * the other, on a simulated clock, in a process that may die at every await. At the end nothing acknowledged is
 * missing, nothing counts twice, and every sum agrees.
 */
export async function simulateDatabase(
  connection: Connection,
  options: { seed: number; steps: number }
): Promise<DatabaseOutcome> {
  const random = createRandom(options.seed)
  const crashing = createCrashingDatabase(connection, random)
  let nowMs = start
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: random.bytes(32).toString('hex'),
    LOG_LEVEL: 'silent'
  })
  const context: Context = {
    config,
    db: crashing.db,
    pool: crashing.pool,
    connection: {},
    now: () => new Date(nowMs),
    clockOffsetMs: () => nowMs - Date.now(),
    randomBytes: random.bytes,
    mailer: { send: async () => {}, close: () => {} },
    log: createLog(config)
  }
  const people = await populate(connection.db)
  let node = await startNode(context)
  crashing.setRisk(risk)
  let waiting: Seen[] = []
  const acknowledged = new Set<string>()
  const seen = { views: 0 }

  const events = createPostgresLog(crashing.pool)

  /** A client that gets no answer sends its report again later; it is unknown whether the log has it. */
  async function append(): Promise<void> {
    const reports = waiting.map(({ decided, visitor }): Report => {
      const names = node.namesOf(address, `${browser} ${visitor}`).at(context.now())
      const said = { isCovered: false, isShrunken: false, isContradictory: false }
      const event = { kind: 'viewable' as const, called: [], block: null, decided, names, ...said }
      const partition = visitor % events.partitions
      return { event, partition, neighborhood: null, from: unknownFrom, receivedAtMs: nowMs }
    })
    const sums = createNodeSums(1)
    const { bodies } = writeReports(reports, { events, nameKeyOf: node.nameKeyOf, sums })
    await events.append(bodies, context.now())
    for (const { decided } of waiting) acknowledged.add(formatUuid(decided.decision))
    // Some clients never receive the acknowledgment, and send their report again.
    waiting = waiting.filter(() => random.chance(0.05))
  }

  async function step(): Promise<void> {
    nowMs += random.below(2 * stepMs)
    const act = random.below(20)
    if (act === 0) await changeSomething(context, people.campaigns, random)
    else if (act === 1) {
      await count(context)
      await settleAndCheck(context)
    } else if (act === 2) node = await startNode(context)
    else if (act < 6 && waiting.length > 0) await append()
    else if (act === 7) await count(context)
    else if (act === 6) await node.refresh()
    else {
      const unit = `${random.pick(people.units)}`
      const visitor = random.below(400)
      const asked = {
        unit,
        place: { width: 300, height: 250, screen: 800 },
        address,
        userAgent: `${browser} ${visitor}`,
        mobile: null,
        platform: null
      }
      const { shown } = node.decide(asked)
      if (!shown) return
      seen.views++
      const report = { decided: shown.decided, visitor }
      waiting.push(report)
      // Sends the same report twice in a batch.
      if (random.chance(0.1)) waiting.push(report)
    }
  }

  for (let index = 0; index < options.steps; index++) {
    try {
      await step()
    } catch (error) {
      if (isCrash(error)) {
        node = await reborn(context, crashing)
        continue
      }
      throw new Error(`seed ${options.seed}, step ${index}: ${(error as Error).message}`, {
        cause: error
      })
    }
  }
  crashing.setRisk(0)
  if (waiting.length > 0) await append()
  await count(context)
  nowMs += dayMs
  await settleAndCheck(context)
  const { billable, statements } = await checkAll(connection, acknowledged)
  return { views: seen.views, billable, statements, crashes: crashing.crashes() }
}

type Seen = { decided: Decided; visitor: number }

/** Runs a counting process that counts what is in the log, and ends. */
async function count(context: Context): Promise<void> {
  const counting = createCounting(context)
  await counting.catchUp()
  await counting.stop()
}

/** Whether an error is caused by a crash. Some errors say only that their store was unavailable. */
function isCrash(error: unknown): boolean {
  return error instanceof Crash || (error instanceof Error && isCrash(error.cause))
}

/** Starts a new node after a crash. No crash happens while the node starts. */
async function reborn(
  context: Context,
  crashing: Pick<CrashingDatabase, 'letLeasesEnd' | 'setRisk'>
): Promise<DatabaseNode> {
  crashing.setRisk(0)
  await crashing.letLeasesEnd()
  const node = await startNode(context)
  crashing.setRisk(risk)
  return node
}

async function populate(db: Database): Promise<{ units: number[]; campaigns: number[] }> {
  const units: number[] = []
  for (const size of ['300x250', '728x90', 'Adaptive'])
    units.push((await addUnit(db, { size, categories: [10] })).id)
  const campaigns: number[] = []
  for (const terms of [
    { trafficType: 'cpd', maxCpm: null, dailyBudget: 50_000n },
    { trafficType: 'cpd', maxCpm: 9_000_000n, dailyBudget: 80_000n },
    { trafficType: 'cpm', maxCpm: 400_000n, dailyBudget: 9_000n },
    { trafficType: 'cpm', maxCpm: 999_999n, dailyBudget: 70_000n }
  ] as const) {
    const { id } = await addCampaign(db, { balance: 100_000n, ...terms })
    await db
      .insertInto('campaign_activity')
      .values({ campaign_id: id, started_at: new Date(start) })
      .execute()
    campaigns.push(id)
  }
  return { units, campaigns }
}

async function changeSomething(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  campaigns: readonly number[],
  random: Random
): Promise<void> {
  const { db } = context
  const id = random.pick(campaigns)
  const act = random.below(3)
  if (act === 0) await fund(db, id, 'BTC', BigInt(1 + random.below(50_000)))
  else if (act === 1) {
    const totalBudget = random.chance(0.5) ? null : BigInt(1_000_000 + random.below(100_000))
    await change(context, id, { totalBudget })
  } else {
    await change(context, id, { dailyBudget: BigInt(5_000 + random.below(100_000)) })
  }
}

/** Changes a campaign as its owner does: a lower price or budget takes effect from the next window. */
async function change(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  id: number,
  changes: Partial<Terms>
): Promise<void> {
  const at = now()
  await db.transaction().execute(async tx => {
    const campaign = await lockCampaign(tx, id)
    if (!campaign) throw new Error('a campaign is never deleted')
    const { trafficType, dailyBudget, maxCpm, totalBudget } = termsAt(
      (await readTerms(tx, [id], at))(id),
      at
    )
    const terms = { trafficType, dailyBudget, maxCpm, totalBudget, ...changes }
    const windowSeconds = config.settlementWindowSeconds
    await changeTerms(tx, campaign, { terms, denomination: campaign, at, windowSeconds })
  })
}

/** Settles all windows that are due, and throws a `Crash` if a campaign failed. */
async function settleAndCheck(context: Context): Promise<void> {
  const { failedCampaigns } = await settleDue(context)
  if (failedCampaigns.length === 0) return
  // `settleDue` catches and logs a crash like any failure of one campaign. The next run continues.
  throw new Crash('settling failed')
}

async function checkAll({ db, pool }: Connection, acknowledged: ReadonlySet<string>) {
  const ledger = await verifyLedger(db)
  if (!ledger.ok) throw new Error(ledger.problem)
  const settlements = await verifySettlements(db)
  if (!settlements.ok) throw new Error(settlements.problem)
  const events = await readEvents({ db, pool, config: { eventLogUrl: null } })
  const views = events.filter(it => it.kind === 'viewable')
  const counted = new Set(views.map(it => it.decision))
  if (counted.size < views.length) throw new Error('a view is counted twice')
  const billable = BigInt(views.filter(it => it.isBillable).length)
  const missing = [...acknowledged].filter(decision => !counted.has(decision))
  if (missing.length > 0) throw new Error(`${missing.length} acknowledged views are missing`)
  const { rows } = await pool.query<{
    counters: bigint
    settled: bigint
    above: bigint
    statements: bigint
  }>(`
    select
      (select coalesce(sum(count), 0) from delivery_counters where kind = 'billable') as counters,
      (select coalesce(sum(billable), 0) from settlements) as settled,
      (select count(*) from settlements join campaign_terms terms on terms.id = terms_id
        where max_cpm is not null and charged * 1000 > max_cpm * billable + carried_in) as above,
      (select count(*) from settlements) as statements`)
  const [sums] = rows
  if (!sums) throw new Error('A sum gave no row')
  if (billable !== sums.counters)
    throw new Error(`${billable} events, but ${sums.counters} counted`)
  if (sums.settled !== sums.counters)
    throw new Error(`${sums.counters} counted, but ${sums.settled} settled`)
  if (sums.above > 0n) throw new Error(`${sums.above} statements are above the highest price`)
  return { billable: Number(billable), statements: Number(sums.statements) }
}
