import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adUnitAccount, balances, verifyLedger } from '../ledger/index.ts'
import { settleDue } from './settle.ts'
import { verifySettlements } from './verify.ts'

let app: TestApp
let owner: SignedInBrowser
let admin: SignedInBrowser
let unit: number

beforeEach(async () => {
  app = await createTestApp()
  app.context.clock.set('2026-03-02T10:00:00Z')
  ;[owner, admin] = [await app.signIn(), await app.signInAdmin()]
  const publisher = await app.signIn()
  const { rows } = await sql<{ id: number }>`
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    values (${Number(publisher.userId)}, 'app', 'Unit', 'https://publisher.test/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', ${app.context.now()})
    returning id`.execute(app.context.db)
  unit = rows[0]?.id ?? 0
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '2026-03-02 10:00Z', '2026-03-03 10:00Z', interval '1 minute')`.execute(
    app.context.db
  )
})
afterEach(async () => {
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  expect(await verifySettlements(app.context.db)).toMatchObject({ ok: true })
  await app.close()
})

const cpm = { traffic_type: 'cpm', daily_budget: '100000000', max_cpm: '1000000' } as const
const model = { currency: 'btc', ...cpm, total_budget: null } as const

async function run(changes: Parameters<typeof createActiveCampaign>[4] = cpm) {
  const document = await createActiveCampaign(app.context, owner, admin, 500_000_000n, changes)
  return document.data.id
}

/** Counts impressions in the bucket that the counting job would choose. */
async function show(id: string, count: bigint) {
  const at = app.context.now()
  const { rows } = await sql<{ cut: Date | null }>`
    select max(valid_from) as cut from campaign_terms where campaign_id = ${Number(id)} and valid_from <= ${at}`.execute(
    app.context.db
  )
  const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
  const bucket = new Date(Math.max(hour.getTime(), rows[0]?.cut?.getTime() ?? 0))
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${bucket}, ${unit}, ${Number(id)}, 0, 'billable', ${count})
    on conflict (bucket, unit_id, campaign_id, banner_id, kind)
    do update set count = delivery_counters.count + excluded.count`.execute(app.context.db)
}

async function reprice(id: string, changes: Partial<Omit<typeof model, 'currency'>> | object) {
  const done = await owner.api.campaigns.updatePaymentModel({ id, ...model, ...changes })
  if (!done.ok) throw new Error(JSON.stringify(done.errors))
}

async function statements(id: string) {
  const read = await owner.api.statistics.readCampaignStatements({ id })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.map(it => it.attributes).toReversed()
}

async function settleAt(moment: string) {
  app.context.clock.set(moment)
  expect((await settleDue(app.context)).failedCampaigns).toEqual([])
}

test('1,000 views at a price of 1,000,000 pay 1,000,000, and a publisher gets 800,000 of it', async () => {
  const id = await run()
  await show(id, 1000n)
  await settleAt('2026-03-02T12:00:02Z')
  expect(await statements(id)).toMatchObject([{ charged: '1000000', net: '800000' }])
  expect(await balances(app.context.db, [adUnitAccount(unit, 'BTC')])).toEqual([800_000n])
})

test.each([
  ['a price of 1 a second before the end', '2026-03-02T11:59:59Z', { max_cpm: '1' }],
  ['a price of 1 after the end, before the job', '2026-03-02T12:00:01Z', { max_cpm: '1' }],
  ['a total budget of 1', '2026-03-02T11:59:59Z', { total_budget: '1' }],
  ['a total budget of 1 after the end', '2026-03-02T12:00:01Z', { total_budget: '1' }],
  ['a daily budget of 1', '2026-03-02T11:59:59Z', { daily_budget: '1' }],
  [
    'CPM to CPD',
    '2026-03-02T11:59:59Z',
    { traffic_type: 'cpd', daily_budget: '12', max_cpm: null }
  ],
  [
    'CPM to CPD after the end',
    '2026-03-02T12:00:01Z',
    { traffic_type: 'cpd', daily_budget: '12', max_cpm: null }
  ]
])('%s leaves what was shown as dear as it was', async (_name, moment, changes) => {
  const id = await run()
  await show(id, 1000n)
  app.context.clock.set(moment)
  await reprice(id, changes)
  await settleAt('2026-03-02T14:00:02Z')
  const [first] = await statements(id)
  expect(first).toMatchObject({
    window_start: '2026-03-02T10:00:00.000Z',
    window_end: '2026-03-02T12:00:00.000Z',
    charged: '1000000'
  })
})

test('a daily budget of CPD that is cut at the end is charged as it was', async () => {
  const id = await run({ daily_budget: '12000000' })
  await show(id, 1000n)
  app.context.clock.set('2026-03-02T11:59:59Z')
  const cpd = { traffic_type: 'cpd', max_cpm: null }
  await reprice(id, { ...cpd, daily_budget: '1200000' })
  await settleAt('2026-03-02T12:00:02Z')
  expect(await statements(id)).toMatchObject([{ charged: '1000000' }])
  await show(id, 1000n)
  await settleAt('2026-03-02T14:00:02Z')
  expect((await statements(id))[1]).toMatchObject({ charged: '100000' })
})

test('a higher price counts at once, and the window is charged in two parts', async () => {
  const id = await run()
  await show(id, 1000n)
  app.context.clock.set('2026-03-02T11:00:00.500Z')
  await reprice(id, { max_cpm: '3000000' })
  await show(id, 1000n)
  app.context.clock.set('2026-03-02T11:30:00Z')
  await reprice(id, { max_cpm: '1000' })
  await show(id, 1000n)
  await settleAt('2026-03-02T12:00:02Z')
  await show(id, 1000n)
  await settleAt('2026-03-02T14:00:02Z')
  expect(await statements(id)).toMatchObject([
    {
      window_end: '2026-03-02T11:00:00.000Z',
      active_seconds: 3600,
      charged: '1000000',
      basis: { terms: { max_cpm: '1000000' }, fee_basis_points: 2000, window_seconds: 7200 }
    },
    {
      window_start: '2026-03-02T11:00:00.000Z',
      window_end: '2026-03-02T12:00:00.000Z',
      active_seconds: 3600,
      charged: '6000000',
      basis: { terms: { max_cpm: '3000000' }, spent_today: '1000000', balance: '499000000' }
    },
    { charged: '1000', basis: { terms: { max_cpm: '1000' } } }
  ])
})

test('the terms that count are shown beside those that come, and can be taken back', async () => {
  const id = await run()
  app.context.clock.set('2026-03-02T11:00:00Z')
  const terms = async () => {
    const read = await owner.api.campaigns.readCampaign({ id })
    if (!read.ok) throw new Error(read.code)
    return read.value.included.find(it => it.type === 'campaign_payment_models')?.attributes
  }
  await reprice(id, { max_cpm: '1' })
  const coming = { max_cpm: '1', valid_from: '2026-03-02T12:00:00.000Z' }
  expect(await terms()).toMatchObject({ max_cpm: '1000000', coming })
  await reprice(id, {})
  expect(await terms()).toMatchObject({ max_cpm: '1000000', coming: { max_cpm: '1000000' } })
  app.context.clock.set('2026-03-02T12:00:00Z')
  expect(await terms()).toMatchObject({ max_cpm: '1000000', coming: null })
})

test('terms change twenty times in an hour and no more, and are never overwritten', async () => {
  const id = await run()
  for (let price = 1; price <= 20; price++) await reprice(id, { max_cpm: `${price}` })
  const refused = await owner.api.campaigns.updatePaymentModel({ id, ...model, max_cpm: '21' })
  expect(refused).toMatchObject({
    code: 'too_many_requests',
    errors: [{ detail: 'You can change how a campaign is charged 20 times per hour.' }]
  })
  const { db } = app.context
  await expect(db.updateTable('campaign_terms').set({ max_cpm: 1n }).execute()).rejects.toThrow()
  await expect(db.deleteFrom('campaign_terms').execute()).rejects.toThrow()
})

test.each([
  ['the price', sql`update campaign_terms set max_cpm = 999999`],
  ['the fee', sql`update settlements set fee_basis_points = 1999`],
  ['what was on the campaign', sql`update settlements set balance = 3`],
  [
    'the version',
    sql`update settlements set terms_id = (select max(id) from campaign_terms) where window_start < '2026-03-02 11:00Z'`
  ]
])('a check computes every statement again, and finds %s changed', async (_name, tampering) => {
  const id = await run()
  await show(id, 7n)
  app.context.clock.set('2026-03-02T11:00:00Z')
  await reprice(id, { max_cpm: '2000000' })
  await settleAt('2026-03-02T12:00:02Z')
  const undone = new Error('undone')
  await app.context.db
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update settlements set settled_at = settled_at - interval '1 s' where window_start < '2026-03-02 11:00Z'`.execute(
        tx
      )
      await tampering.execute(tx)
      const { firstWrongCharge } = await import('./verify-charges.ts')
      expect(await firstWrongCharge(tx)).toMatch(new RegExp(`^campaign ${id}, window`))
      throw undone
    })
    .catch(error => {
      if (error !== undone) throw error
    })
})
