import { createCampaign, credit } from '@mille/testing/campaigns.ts'
import { seedDemo } from '@mille/testing/demo/seed.ts'
import { createEarningNetwork } from '@mille/testing/earnings.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { scoreUnits } from '../delivery/index.ts'
import { payMatured, verifyEarnings } from '../earnings/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import { fireDeadlines } from '../marketplace/index.ts'
import { operationsOf } from './operations.ts'
import { readMonth } from './statement-queries.ts'
import { readWallets } from './wallets.ts'

/**
 * Returns a description of each account whose history or statement does not sum to its balances, and the number of accounts with a
 * history.
 */
async function compare({ db, now }: Pick<Context, 'db' | 'now'>) {
  const users = await db.selectFrom('users').select('id').execute()
  const problems: string[] = []
  let histories = 0
  for (const { id } of users) {
    const { rows } = await sql<{ asset: string; sum: bigint }>`
      select asset, sum(amount)::bigint as sum from (${operationsOf(id)}) as operations
      where state in ('done', 'maturing') group by asset`.execute(db)
    if (rows.length > 0) histories++
    for (const { asset, wallet } of await readWallets(db, id)) {
      const { available, held, promotion, inCampaigns, inAdUnits } = wallet
      const has = available + held + promotion + inCampaigns + inAdUnits
      const sum = rows.find(row => row.asset === asset)?.sum ?? 0n
      if (sum !== has) problems.push(`user ${id}: history ${sum} ${asset}, has ${has}`)
      const month = now().toISOString().slice(0, 7)
      const { opening, lines } = await readMonth(db, id, { month, asset })
      const closing = lines.reduce((sum, it) => sum + it.amount, opening)
      if (closing !== has) problems.push(`user ${id}: statement ${closing} ${asset}, has ${has}`)
      const unnamed = lines.filter(it => it.kind === 'other')
      if (unnamed.length > 0) problems.push(`user ${id}: ${unnamed.length} lines without a kind`)
    }
  }
  return { problems, histories }
}

test('of every account of the demo network, whose publishers were paid', async () => {
  const context = await createTestContext()
  context.clock.set('2026-03-02T10:30:00Z')
  // Twelve days are long enough for earnings to mature.
  await seedDemo(context, 'http://127.0.0.1:9', 12)
  const { problems, histories } = await compare(context)
  expect(problems).toEqual([])
  expect(histories).toBeGreaterThan(5)
  const { rows } = await sql<{ available: bigint; maturing: bigint }>`
    select coalesce(sum(balance) filter (where owner = 'user'), 0)::bigint as available,
      coalesce(sum(balance) filter (where owner = 'ad_unit'), 0)::bigint as maturing
    from ledger_accounts
    where kind = 'available' and (owner = 'user' and owner_id = (select id from users where username = 'halfpenny')
      or owner = 'ad_unit' and owner_id in (
        select ad_units.id from ad_units join users on user_id = users.id where username = 'halfpenny'))`.execute(
    context.db
  )
  expect(rows[0]?.available).toBeGreaterThan(0n)
  expect(rows[0]?.maturing).toBeGreaterThan(0n)
  expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
  expect(await verifyEarnings(context.db)).toEqual({ ok: true })
  // The demo network's visitors behave like people, so none of its earnings are put on hold.
  expect(await scoreUnits(context)).toEqual([])
  await context.close()
}, 300_000)

const dayMs = 86_400_000
const brief = {
  currency: 'usd' as const,
  target_url: 'https://shop.example/',
  brief: 'About bread.'
}
const proof_url = 'http://127.0.0.1:9/article'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>
let partner: SignedInBrowser

/**
 * Creates an advertiser with a coupon, a correction and three publications: one confirmed, one declined, and one
 * refunded after a dispute.
 */
beforeAll(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
  const { context } = app
  const { admin, advertiser, publisher } = network
  partner = await app.signIn()
  await sql`update users set partner_id = ${Number(partner.userId)} where id = ${Number(advertiser.userId)}`.execute(
    context.db
  )
  await credit(context, advertiser.userId, 100_000_000_000n, 'USD')
  const gift = { code: 'GIFT', effect: 'promotion', asset: 'BTC', amount: '7000' } as const
  expect(await admin.api.coupons.createCoupon(gift)).toMatchObject({ ok: true })
  // Promotional credit is only for accounts with a confirmed email address.
  await app.context.db
    .updateTable('users')
    .set({ email: 'advertiser@mille.test', email_confirmed_at: app.context.now() })
    .where('id', '=', Number(advertiser.userId))
    .execute()
  await createCampaign(advertiser.api, { coupon_code: 'GIFT' })
  await network.earn('2026-03-02T10:30:00Z', 3n)
  const offer_id = await addOffer(context, publisher, { priceUsCents: 10_001n })
  const place = async () => {
    const placed = await advertiser.api.marketplace.createOrder({ offer_id, ...brief })
    if (!placed.ok) throw new Error(placed.code)
    return placed.value.data.id
  }
  const orders = [await place(), await place(), await place(), await place()]
  const [done = '', declined = '', disputed = ''] = orders
  const move = async (by: SignedInBrowser, id: string, change: object) => {
    const moved = await by.api.marketplace.updateOrder({ id, ...change } as never)
    expect(moved).toMatchObject({ ok: true })
  }
  await move(publisher, declined, { state: 'declined', reason: 'No room' })
  for (const id of [done, disputed]) {
    await move(publisher, id, { state: 'accepted' })
    await move(publisher, id, { state: 'published', proof_url })
    await move(advertiser, id, { state: 'confirmed' })
  }
  context.clock.advance(3 * dayMs)
  await fireDeadlines(context)
  await move(advertiser, disputed, { state: 'disputed', reason: 'It is gone' })
  const upheld = { id: disputed, decision: 'uphold' as const, reason: 'So it is' }
  expect(await admin.api.marketplace.decideDispute(upheld)).toMatchObject({ ok: true })
  await payMatured(context)
})
afterAll(() => app.close())

test('of accounts with coupons, publications, refunds and referrals', async () => {
  const { problems, histories } = await compare(app.context)
  expect(problems).toEqual([])
  expect(histories).toBeGreaterThan(2)
})

test('each operation is the sum of the entries that are shown for it', async () => {
  const kinds = new Set<string>()
  for (const { api, userId } of [network.advertiser, network.publisher, partner]) {
    const history = await api.finances.readHistory({ userId, 'page[limit]': 100 })
    if (!history.ok) throw new Error(history.code)
    for (const { id, attributes } of history.value.data) {
      const read = await api.finances.readOperation({ userId, id })
      if (!read.ok) throw new Error(read.code)
      const { entries } = read.value.meta
      const sum = entries.reduce((total, it) => total + BigInt(it.amount), 0n)
      expect([id, entries.length > 0, sum]).toEqual([id, true, BigInt(attributes.amount)])
      kinds.add(id.replace(/-[A-Z\d].*$/, ''))
    }
  }
  expect([...kinds].sort()).toEqual([
    'adjustment',
    'coupon',
    'earning',
    'order',
    'order-referral',
    'order-refund',
    'referral',
    'release',
    'spending'
  ])
})

test('the file has every line, however many there are', async () => {
  const { api, userId } = network.publisher
  await sql`
    with paid as (
      insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, at)
      select format('many:%s', number), '\\x00', 'adjustment', 'BTC', 1,
        (select min(id) from ledger_accounts where owner = 'network'),
        (select id from ledger_accounts where owner = 'user' and owner_id = ${Number(userId)} and kind = 'available' and asset = 'BTC'),
        ${app.context.now()}::timestamptz + number / 3 * interval '1 microsecond'
      from generate_series(1, 12345) as number returning id, to_account)
    insert into ledger_entries (account, sequence, transfer, amount, balance)
    select to_account, 1000 + row_number() over (), id, 1, 1 from paid`.execute(app.context.db)
  for (const sort of ['-date', 'date'] as const) {
    const file = await api.finances.downloadHistory({ userId, sort, 'filter[types]': 'deposit' })
    if (!file.ok) throw new Error(file.code)
    const lines = file.value.trimEnd().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([12_346, 12_346])
  }
})
