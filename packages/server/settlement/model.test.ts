import {
  createModelCoupons,
  createSettlementModel,
  type ModelTerms,
  type SettlementModel,
  slowStartLimit
} from '@mille/testing/settlement-model.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyCoupons } from '../coupons/index.ts'
import { endSlowStarts, payMatured, verifyEarnings } from '../earnings/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import { holdActive } from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { createDying } from './testing/crash.ts'
import { verifySettlements } from './verify.ts'

const isProof = process.env.MILLE_PROOF === 'full'
/**
 * Number of test networks, run one after the other, because each step makes the books of a network larger and slower to
 * check.
 */
const lives = isProof ? 10 : 1
const steps = isProof ? 1_000 : 100
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

type Step =
  | { type: 'create'; owner: number; terms: ModelTerms }
  | { type: 'fund'; campaign: number; amount: bigint }
  | { type: 'pause' | 'resume' | 'archive'; campaign: number }
  | { type: 'reprice'; campaign: number; dailyBudget: bigint }
  | { type: 'show'; campaign: number; unit: number; count: bigint }
  | { type: 'wait'; minutes: number; isDown: boolean }
  | { type: 'settle' }
  | { type: 'mature' }
  | { type: 'believe'; unit: number }
  | { type: 'take_back'; unit: number }
  | { type: 'die'; nth: number }

const campaign = fc.nat({ max: 11 })
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 1n, max: 100_000n }))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('create' as const),
      owner: fc.nat({ max: 2 }),
      terms: fc.record({
        trafficType: fc.constantFrom('cpd' as const, 'cpm' as const),
        dailyBudget: fc.bigInt({ min: 1n, max: 5000n }),
        maxCpm: fc.bigInt({ min: 1n, max: 200_000n }),
        totalBudget: fc.option(fc.bigInt({ min: 1n, max: 9000n })),
        coupon: fc.constantFrom(null, 'HALF', 'GIFT')
      })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('fund' as const), campaign, amount })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('pause' as const, 'resume' as const, 'archive' as const),
      campaign
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('reprice' as const),
      campaign,
      dailyBudget: fc.bigInt({ min: 1n, max: 5000n })
    })
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('show' as const),
      campaign,
      unit: fc.nat({ max: 2 }),
      count: fc.bigInt({ min: 1n, max: 40n })
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 150 }),
      isDown: fc.boolean()
    })
  },
  { weight: 3, arbitrary: fc.constant({ type: 'settle' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'mature' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('believe' as const, 'take_back' as const),
      unit: fc.nat({ max: 2 })
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('die' as const),
      nth: fc.integer({ min: 1, max: 30 })
    })
  }
)

/** Steps that create and fund campaigns first, so that no round works only on empty campaigns. */
const opening: Step[] = (['HALF', 'GIFT', null] as const).flatMap((coupon, owner): Step[] => [
  {
    type: 'create',
    owner,
    terms: {
      trafficType: owner === 2 ? 'cpm' : 'cpd',
      dailyBudget: 3000n,
      maxCpm: 50_000n,
      totalBudget: null,
      coupon
    }
  },
  { type: 'fund', campaign: owner, amount: 2000n },
  { type: 'fund', campaign: owner, amount: 700n }
])

async function walk(
  app: TestApp,
  network: SettlementModel,
  script: readonly Step[]
): Promise<void> {
  for (const [index, it] of script.entries()) {
    if (it.type === 'create') await network.create(it.owner, it.terms)
    else if (it.type === 'fund') await network.fund(it.campaign, it.amount)
    else if (it.type === 'reprice') await network.reprice(it.campaign, it.dailyBudget)
    else if (it.type === 'show') await network.show(it.campaign, it.unit, it.count)
    else if (it.type === 'wait') await network.wait(it.minutes, it.isDown)
    else if (it.type === 'settle') {
      expect((await settleDue(app.context)).failedCampaigns).toEqual([])
      await holdActive(app.context)
    } else if (it.type === 'mature') await payMatured(app.context)
    else if (it.type === 'believe' || it.type === 'take_back')
      await network.review(it.unit, it.type === 'believe' ? 'end_slow_start' : 'take_back')
    else if (it.type === 'die') {
      await settleDue(createDying(app.context, it.nth).context).catch(() => {})
      await holdActive(createDying(app.context, it.nth).context).catch(() => {})
      await payMatured(createDying(app.context, it.nth).context).catch(() => {})
    } else await network.setState(it.campaign, it.type)
    await checkLimits(app, network.campaignIds())
    if (!script.slice(0, index + 1).some(one => one.type === 'believe'))
      expect(await network.freeDays()).toEqual([])
  }
}

/**
 * Checks what must hold at every commit: no overspending, nothing lost, and no promotional credit that can be
 * withdrawn.
 */
async function checkLimits(app: TestApp, ids: number[]): Promise<void> {
  const { rows } = await sql<{ problem: string }>`
    select format('campaign %s was charged %s of %s', settlements.campaign_id, spent + charged, total_budget) as problem
    from settlements join campaign_terms terms on terms.id = terms_id
    where settlements.campaign_id = any(${ids}::integer[]) and spent + charged > total_budget
    union all
    select format('all accounts sum to %s', sum(balance)) from ledger_accounts having sum(balance) <> 0
    union all
    select format('%s %s lie where a settlement only passes through', balance, asset) from ledger_accounts
    where kind = 'settling' and balance <> 0
    union all
    select format('settlement of campaign %s: %s is not %s', campaign_id, charged, gets + fee + referral)
    from settlements cross join lateral (
      select coalesce(sum(net), 0) as gets from settlement_shares
      where settlement_shares.campaign_id = settlements.campaign_id
        and settlement_shares.window_start = settlements.window_start) as units
    where campaign_id = any(${ids}::integer[]) and charged <> gets + fee + referral
    union all
    -- All that was ever billed for units is with their owners, lies on the units, or went back.
    select format('ad units got %s, of which %s was paid, %s lies there and %s went back', gets, paid, there, back)
    from (select coalesce(sum(net), 0) as gets from settlement_shares) as shares,
      (select coalesce(sum(amount) filter (where state = 'paid'), 0) as paid,
        coalesce(sum(amount) filter (where ended_at is null), 0) as there from unit_earnings) as earnings,
      (select coalesce(sum(net), 0) as back from earning_returns) as returns
    where gets <> paid + there + back
    union all
    select format('archived campaign %s has %s', owner_id, balance) from ledger_accounts
    join campaigns on owner = 'campaign' and owner_id = campaigns.id and state = 'archived'
    where balance <> 0 and campaigns.id = any(${ids}::integer[])
    limit 1`.execute(app.context.db)
  expect(rows).toEqual([])
}

for (let life = 0; life < lives; life++) {
  test(`keeps the rules of money whatever campaigns, windows, pauses, coupons and deaths come, network ${life + 1} of ${lives}`, async () => {
    const app = await createTestApp()
    try {
      await live(app, seed + 1_000 * life)
    } finally {
      await app.close()
    }
  })
}

async function live(app: TestApp, seed: number): Promise<void> {
  process.stdout.write(`settlement model: MILLE_SEED=${seed}\n`)
  const admin = await app.signInAdmin()
  await createModelCoupons(admin)
  const limit = { id: 'slow_start_btc', value: String(slowStartLimit) }
  expect(await admin.api.settings.changeSetting(limit)).toMatchObject({ ok: true })
  let done = 0
  for (let round = 0; done < steps; round++) {
    const [script = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), {
      seed: seed + round,
      numRuns: 1
    })
    // Users sign in again in each round, because the test clock outruns the lifetime of their sessions.
    const network = await createSettlementModel(app, await app.signInAdmin())
    await walk(app, network, [...opening, ...script])
    done += script.length
    // The last window of the round ends, and the spending is compared with the budget of each day.
    await network.wait(125, false)
    expect((await settleDue(app.context)).failedCampaigns).toEqual([])
    expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
    expect(await verifySettlements(app.context.db)).toMatchObject({ ok: true })
    expect(await verifyEarnings(app.context.db)).toMatchObject({ ok: true })
    expect(await network.overspentDays()).toEqual([])
  }
  const { rows } = await sql<Record<string, bigint>>`
    select count(*) as windows, coalesce(sum(charged), 0) as charged, coalesce(sum(promotion), 0) as promotion,
      coalesce(sum(referral), 0) as referral, (select count(*) from campaigns where state = 'archived') as archived,
      (select coalesce(sum(waiting), 0) from settlement_shares) as waited,
      (select coalesce(sum(net), 0) from earning_returns) as returned
    from settlements`.execute(app.context.db)
  const { windows = 0n, charged, promotion, referral, archived, waited, returned } = rows[0] ?? {}
  process.stdout.write(
    `settlement model: ${done} steps, ${windows} windows, ${charged} charged, of it ${promotion} promotion and ${referral} referral, ${waited} waited and ${returned} went back, ${archived} archived\n`
  )
  expect(windows).toBeGreaterThan(0n)
  // In the end, all earnings have been paid to the owners of the ad units.
  app.context.clock.advance(100 * 86_400_000)
  for (let nth = 1; nth < 8; nth++)
    await endSlowStarts(createDying(app.context, nth).context.db, app.context.now()).catch(() => {})
  await endSlowStarts(app.context.db, app.context.now())
  await payMatured(app.context)
  const left = await sql`
    select from ledger_accounts where owner = 'ad_unit' and balance <> 0`.execute(app.context.db)
  expect(left.rows).toEqual([])
  expect(await verifyEarnings(app.context.db)).toEqual({ ok: true })
  expect(await verifyCoupons(app.context.db)).toEqual({ ok: true })
}
