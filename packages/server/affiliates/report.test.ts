import { createActiveCampaign, credit } from '@mille/testing/campaigns.ts'
import { createEarningNetwork } from '@mille/testing/earnings.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fireDeadlines } from '../marketplace/index.ts'

const dayMs = 86_400_000
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

let app: TestApp
let partner: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  partner = await app.signIn()
})
afterAll(() => app.close())

async function report(of: SignedInBrowser = partner, range: { from?: string; to?: string } = {}) {
  const read = await of.api.affiliates.readReport(range)
  if (!read.ok) throw new Error(JSON.stringify(read))
  return read.value
}

/** Signs up through the link of a partner. */
async function signUp(by: SignedInBrowser | null): Promise<SignedInBrowser> {
  const browser = app.open()
  const done = await browser.api.accounts.signUp({
    anonymous: true,
    ...(by && { partner: by.userId })
  })
  if (!done.ok || !done.value.data) throw new Error(JSON.stringify(done))
  return { ...browser, userId: done.value.data.id, accessCode: '' }
}

/** Reads what an account earned as a partner from the entries of the ledger, by the day of the history of finances. */
async function readLedger(userId: string) {
  const { rows } = await sql<{ day: string; asset: string; earned: bigint }>`
    select to_char((case when subject_type = 'settlement' then to_timestamp(split_part(subject_id, '-', 2)::float8) else at end)
      at time zone 'UTC', 'YYYY-MM-DD') as day, transfer.asset, sum(entry.amount)::bigint as earned
    from ledger_entries entry
    join ledger_accounts account on account.id = entry.account
    join ledger_transfers transfer on transfer.id = entry.transfer
    where owner = 'user' and owner_id = ${Number(userId)} and entry.amount > 0
      and transfer.kind in ('settlement_referral', 'order_referral')
    group by 1, 2 order by 1, 2`.execute(app.context.db)
  return rows
}

const earningsOf = ({ data }: Awaited<ReturnType<typeof report>>) =>
  data.flatMap(({ attributes: { date, earnings } }) =>
    (['BTC', 'USD'] as const)
      .filter(asset => earnings[asset] !== '0')
      .map(asset => ({ day: date, asset, earned: BigInt(earnings[asset]) }))
  )

test(`the earnings of each day are those of the ledger, with random charges (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const { context } = app
  const network = await createEarningNetwork(app)
  const people = await Promise.all([
    signUp(partner),
    signUp(partner),
    signUp(partner),
    signUp(null)
  ])
  const campaigns: number[] = []
  for (const person of people) {
    const changes = { traffic_type: 'cpm', max_cpm: '100000', daily_budget: '900000' } as const
    for (const asset of ['btc', 'usd'] as const) {
      const priced = { ...changes, currency: asset }
      const { data } = await createActiveCampaign(
        context,
        person,
        network.admin,
        9_000_000n,
        priced
      )
      campaigns.push(Number(data.id))
    }
  }
  const [buyer] = people
  await credit(context, buyer?.userId ?? '', 100_000_000_000n, 'USD')
  const offer_id = await addOffer(context, network.publisher, { priceUsCents: 10_001n })
  const order = {
    offer_id,
    currency: 'usd',
    target_url: 'https://shop.example/',
    brief: 'About bread.'
  }
  const placed = await buyer?.api.marketplace.createOrder(order as never)
  if (!placed?.ok) throw new Error(JSON.stringify(placed))
  const { id } = placed.value.data
  const { publisher } = network
  const move = (by: SignedInBrowser | undefined, change: object) =>
    by?.api.marketplace.updateOrder({ id, ...change } as never)
  await move(publisher, { state: 'accepted' })
  await move(publisher, { state: 'published', proof_url: 'http://127.0.0.1:9/article' })
  expect(await move(buyer, { state: 'confirmed' })).toMatchObject({ ok: true })

  const begin = context.now().getTime()
  for (let step = 0; step < 30; step++) {
    const at = new Date(Math.max(context.now().getTime(), begin) + random.below(8 * 3_600_000))
    const views = BigInt(1 + random.below(200))
    await network.earn(at.toISOString(), views, network.unitId, random.pick(campaigns))
    await fireDeadlines(context)
  }
  const to = context.now().toISOString().slice(0, 10)
  const from = new Date(begin).toISOString().slice(0, 10)
  const read = await report(partner, { from, to })
  const ledger = await readLedger(partner.userId)
  expect(ledger.length).toBeGreaterThan(3)
  expect(new Set(ledger.map(it => it.asset)).size).toBe(2)
  expect(earningsOf(read)).toEqual(ledger)
  for (const asset of ['BTC', 'USD'] as const) {
    const sum = ledger.reduce((sum, it) => (it.asset === asset ? sum + it.earned : sum), 0n)
    expect(read.meta.totals.earnings[asset]).toBe(sum.toString())
  }
  const paying = read.data.reduce((sum, it) => sum + it.attributes.paying_accounts, 0)
  expect([paying, read.meta.totals.paying_accounts]).toEqual([paying, paying])
  expect(paying).toBeGreaterThan(0)
  expect(paying).toBeLessThanOrEqual(3)
  expect(read.meta.totals.sign_ups).toBe(3)
  // The same days from the history of finances.
  const { userId } = partner
  const stats = await partner.api.finances.readStats({ userId, from, to })
  if (!stats.ok) throw new Error(stats.code)
  const earned = stats.value.data
    .map(({ attributes: it }) => ({ day: it.date, asset: it.currency, earned: BigInt(it.earning) }))
    .filter(it => it.earned > 0n)
    .sort((one, other) => (one.day + one.asset < other.day + other.asset ? -1 : 1))
  expect(earned).toEqual(ledger)
}, 120_000)

test('sign-ups and first charges are counted on their UTC day, and each account pays first once', async () => {
  const { context } = app
  const other = await app.signIn()
  const network = await createEarningNetwork(app)
  const start = Math.ceil(context.now().getTime() / dayMs) * dayMs
  const day = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10)
  context.clock.set(new Date(start - 1))
  const early = await signUp(other)
  context.clock.set(new Date(start))
  await signUp(other)
  const changes = { traffic_type: 'cpm', max_cpm: '100000', daily_budget: '100000' } as const
  const { data } = await createActiveCampaign(context, early, network.admin, 900_000n, changes)
  for (const at of [0, 1, 1, 2])
    await network.earn(
      new Date(Math.max(start + at * dayMs, context.now().getTime())).toISOString(),
      5n,
      network.unitId,
      Number(data.id)
    )
  const read = await report(other, { from: day(-1), to: day(2) })
  expect(read.data.map(({ attributes: it }) => [it.sign_ups, it.paying_accounts])).toEqual([
    [1, 0],
    [1, 1],
    [0, 0],
    [0, 0]
  ])
  expect(earningsOf(read).map(it => it.day)).toEqual([day(0), day(1), day(2)])
  // In a later range, the account is no longer new.
  expect((await report(other, { from: day(1), to: day(2) })).meta.totals.paying_accounts).toBe(0)
}, 60_000)

test('clicks are those of the account, and unknown before the first day on which any were counted', async () => {
  const [one, other] = [await app.signIn(), await app.signIn()]
  const today = app.context.now().toISOString().slice(0, 10)
  const before = (days: number) =>
    new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)
  const fresh = await report(one)
  expect(fresh.data).toHaveLength(30)
  expect(fresh.data.at(-1)?.attributes).toMatchObject({ date: today, clicks: 0 })
  expect(fresh.data.at(-2)?.attributes).toMatchObject({ date: before(1), clicks: null })
  await sql`
    insert into affiliate_click_days (user_id, day, clicks) values
      (${Number(other.userId)}, ${before(2)}, 5), (${Number(one.userId)}, ${before(1)}, 3), (${Number(one.userId)}, ${today}, 4)`.execute(
    app.context.db
  )
  const { data, meta } = await report(one, { from: before(3), to: today })
  expect(data.map(it => it.attributes.clicks)).toEqual([null, 0, 3, 4])
  expect(meta.totals.clicks).toBe(7)
  expect((await report(one, { from: before(9), to: before(8) })).meta.totals.clicks).toBeNull()
})

test('an account sees only its own referrals, and a year at most', async () => {
  const stranger = await app.signIn()
  const { meta } = await report(stranger)
  expect(meta.totals).toMatchObject({ sign_ups: 0, paying_accounts: 0 })
  expect(meta.totals.earnings).toEqual({ BTC: '0', USD: '0' })
  const { readReport } = stranger.api.affiliates
  const tooLong = { from: '2024-01-01', to: '2025-01-01' }
  expect(await readReport(tooLong)).toMatchObject({ status: 422, code: 'invalid' })
  expect(await readReport({ from: '2025-01-02', to: '2025-01-01' })).toMatchObject({ ok: false })
  expect((await report(stranger, { from: '2025-01-01', to: '2025-12-31' })).data).toHaveLength(365)
  expect(await app.open().api.affiliates.readReport({})).toMatchObject({ status: 401 })
})

test('the export has the clicks, and a deleted account leaves none', async () => {
  const person = await app.signIn()
  const today = app.context.now().toISOString().slice(0, 10)
  await sql`insert into affiliate_click_days (user_id, day, clicks) values (${Number(person.userId)}, ${today}, 4)`.execute(
    app.context.db
  )
  await app.context.pool.query('update sessions set stepped_up_at = $1', [app.context.now()])
  const response = await person.transport('/api/v1/user/export', { method: 'GET' })
  const { tables } = (await response.json()).data.attributes
  expect(tables.affiliate_click_days).toMatchObject([{ day: today, clicks: 4 }])
  expect(await person.api.privacy.deleteUser({ id: person.userId })).toMatchObject({ status: 204 })
  const left = await app.context.pool.query(
    'select count(*) from affiliate_click_days where user_id = $1',
    [person.userId]
  )
  expect(left.rows).toEqual([{ count: 0n }])
})
