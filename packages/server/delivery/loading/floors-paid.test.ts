import { dayMs, hourMs } from '@mille/api/durations.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDue } from '../../settlement/index.ts'
import type { Floor } from '../choosing/floors.ts'
import { createInventory } from '../choosing/inventory.ts'
import { unlimited } from '../choosing/room.ts'
import { anybody } from '../testing/inventory.ts'
import { addCampaign, addUnit } from '../testing/network.ts'
import { loadCampaigns } from './load-campaigns.ts'
import { loadUnits } from './load-snapshot.ts'
import { inBoth } from './prices.ts'

const seed = Number(process.env.SEED ?? 20_260_304)
const isProof = process.env.MILLE_PROOF === 'full'
const [windowMs, usdPerBtc] = [2 * hourMs, 64_000n * 100_000_000n]
/** Two days of settlement periods, or a month of them. */
const windowCount = isProof ? 360 : 24
/** How long the lowest price of a CPD campaign is remembered (decision 254). */
const rememberedMs = 14 * dayMs
const firstWindow = Date.parse('2026-03-02T10:00:00Z')

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

/** Adds a CPD and a CPM campaign, in BTC and USD, for each price around the floors. */
async function addCampaigns(): Promise<void> {
  const dollars = (cents: bigint) => cents * 1_000_000n
  for (const cents of [20n, 60n, 99n, 130n, 250n, 700n])
    for (const asset of ['BTC', 'USD'] as const) {
      const cpm = inBoth(dollars(cents), 'USD', usdPerBtc)[asset] ?? 0n
      const balance = cpm * 100_000n
      await addCampaign(context.db, {
        asset,
        balance,
        trafficType: 'cpm',
        maxCpm: cpm + 1n,
        dailyBudget: balance
      })
      await addCampaign(context.db, {
        asset,
        balance,
        dailyBudget: cpm * 3n,
        maxCpm: cents === 20n ? cpm : null
      })
    }
  await sql`
    insert into campaign_activity (campaign_id, started_at)
    select id, ${new Date(firstWindow)} from campaigns`.execute(context.db)
  await sql`
    insert into delivery_heartbeats
    select generate_series(${new Date(firstWindow)}::timestamptz, ${new Date(firstWindow + windowCount * windowMs)}, '1 minute')`.execute(
    context.db
  )
}

test(
  `no unit is paid below its floor by a campaign whose price was known (SEED=${seed})`,
  async () => {
    const random = createRandom(seed)
    const { db } = context
    const floors = new Map<number, Floor>()
    await addCampaigns()
    for (const cents of [0n, 0n, 40n, 80n, 100n, 200n])
      for (const asset of ['BTC', 'USD'] as const) {
        const netCpm = inBoth(cents * 1_000_000n, 'USD', usdPerBtc)[asset] ?? 0n
        const floor = netCpm > 0n ? { asset, netCpm } : undefined
        const { id } = await addUnit(db, floor && { floor })
        if (floor) floors.set(id, floor)
      }

    for (let index = 0; index < windowCount; index++) {
      const start = firstWindow + index * windowMs
      context.clock.set(new Date(start + 1000).toISOString())
      const inventory = createInventory()
      await db.transaction().execute(async tx => {
        for (const unit of await loadUnits(tx, 'all')) inventory.putUnit(unit)
        for (const it of await loadCampaigns(tx, context, 'all'))
          inventory.putCampaign(it, { weight: 1, allowance: Number.POSITIVE_INFINITY })
      })
      const counts = new Map<string, number>()
      for (const unit of inventory.units.values())
        for (let views = 50 + random.below(400); views > 0; views--) {
          const drawn = inventory.draw(unit, unlimited, random, { ...anybody, nowMs: start + 1000 })
          const key = `${unit.id} ${drawn?.campaign.id}`
          if (drawn) counts.set(key, (counts.get(key) ?? 0) + 1)
        }
      for (const [key, count] of counts) {
        const [unit_id = 0, campaign_id = 0] = key.split(' ').map(Number)
        const row = {
          bucket: new Date(start),
          unit_id,
          campaign_id,
          banner_id: 0,
          kind: 'billable'
        }
        await db
          .insertInto('delivery_counters')
          .values({ ...row, count: BigInt(count) })
          .execute()
      }
      context.clock.set(new Date(start + windowMs + 1000).toISOString())
      expect(await settleDue(context)).toMatchObject({ failedCampaigns: [], isBehind: false })
    }

    const { rows } = await sql<Share>`
    select share.unit_id as unit, share.campaign_id as campaign, share.window_start as start, share.billable, share.net,
      settlements.asset, traffic_type as "trafficType"
    from settlement_shares as share join settlements using (campaign_id, window_start)
    join campaign_terms as terms on terms.id = terms_id order by share.window_start`.execute(db)
    const seen = new Map<string, number[]>()
    let checked = 0
    for (const { unit, campaign, start, billable, net, asset, trafficType } of rows) {
      const floor = floors.get(unit)
      if (!floor) continue
      checked++
      // A charge, its split and the fee are rounded, which loses a share less than two units.
      const paid = inBoth((net + 2n) * 1000n, asset, usdPerBtc)[floor.asset] ?? 0n
      if (paid >= floor.netCpm * billable) continue
      expect(trafficType).toBe('cpd')
      const key = `${unit} ${campaign}`
      seen.set(key, [...(seen.get(key) ?? []), start.getTime()])
    }
    // A CPD campaign paid less than the floor only in the period that set its price, and not again while it is known.
    expect(seen.size).toBeGreaterThan(0)
    const times = [...seen.values()].flatMap(all =>
      all.slice(1).map((at, nth) => at - (all[nth] ?? 0))
    )
    expect(Math.min(...times, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(rememberedMs)
    process.stdout.write(
      `floors: ${checked} shares of ${windowCount} periods, ${seen.size + times.length} below, each in a period that set a price\n`
    )
    expect(checked).toBeGreaterThan(1000)
    const periods = new Set(rows.map(it => it.start.getTime()))
    expect(periods.size).toBe(windowCount)
  },
  isProof ? 1_200_000 : 120_000
)

type Share = {
  unit: number
  campaign: number
  start: Date
  billable: bigint
  net: bigint
  asset: 'BTC' | 'USD'
  trafficType: string
}
