import { createCampaign } from '@mille/testing/campaigns.ts'
import { createEarningNetwork } from '@mille/testing/earnings.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { placeOrder } from '@mille/testing/repeated/orders.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

async function holdingsOf({ userId }: Pick<SignedInBrowser, 'userId'>) {
  const read = await admin.api.admin.readHoldings({ id: userId })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes
}

const none = { count: 0, items: [] }

test('an account that has nothing has nothing of each, and no chat', async () => {
  expect(await holdingsOf(await app.signIn())).toEqual({
    campaigns: none,
    sites: none,
    ad_units: none,
    deposits: none,
    withdrawals: none,
    orders: none,
    reports: none,
    has_chat: false,
    trust: { state: 'off', approvals: 0, needed: null }
  })
})

test('only operators read what an account has, and of one that exists', async () => {
  const user = await app.signIn()
  const asked = { id: user.userId }
  expect(await user.api.admin.readHoldings(asked)).toMatchObject({ status: 403 })
  expect(await app.open().api.admin.readHoldings(asked)).toMatchObject({ status: 401 })
  expect(await admin.api.admin.readHoldings({ id: '2000000001' })).toMatchObject({ status: 404 })
})

test('what was spent and earned in the last 30 days is with each campaign, site and ad unit', async () => {
  const own = await createTestApp()
  const network = await createEarningNetwork(own)
  const { advertiser, publisher, campaignId, siteId, unitId, earn } = network
  const read = async ({ userId }: SignedInBrowser) => {
    const answer = await network.admin.api.admin.readHoldings({ id: userId })
    if (!answer.ok) throw new Error(answer.code)
    return answer.value.data.attributes
  }
  await earn('2026-03-02T10:30:00Z', 10n)
  const { campaigns } = await read(advertiser)
  expect(campaigns).toMatchObject({
    count: 1,
    items: [{ id: String(campaignId), state: 'active', asset: 'BTC', spent: '1000' }]
  })
  const { rows } = await own.context.pool.query(
    'select sum(amount)::text as amount from unit_earnings where unit_id = $1',
    [unitId]
  )
  const earned = [{ asset: 'BTC', amount: rows[0].amount }]
  const held = await read(publisher)
  expect(held.sites.items).toMatchObject([{ id: siteId, state: 'verified', earned }])
  expect(held.ad_units.items).toMatchObject([{ id: String(unitId), state: 'active', earned }])
  own.context.clock.advance(31 * 86_400_000)
  await network.admin.api.accounts.signIn({ access_code: network.admin.accessCode })
  expect((await read(advertiser)).campaigns.items).toMatchObject([{ spent: '0' }])
  expect((await read(publisher)).ad_units.items).toMatchObject([{ earned: [] }])
  await own.close()
})

test('of many the newest 20 are listed and all are counted', async () => {
  const user = await app.signIn()
  const ids: string[] = []
  for (let made = 0; made < 22; made++)
    ids.push(await addUnit(app.context, { userId: user.userId }))
  const { ad_units } = await holdingsOf(user)
  expect(ad_units.count).toBe(22)
  expect(ad_units.items.map(it => it.id)).toEqual(ids.reverse().slice(0, 20))
})

test('payments are the newest five, with their states and without addresses', async () => {
  const user = await app.signIn()
  const { pool, now } = app.context
  await pool.query(
    `insert into deposits (chain, transaction_id, output, address, user_id, token_code, asset, amount, credited, is_gone, is_too_small, seen_at)
     select 'bitcoin', 'holdings', number, 'secret-address', $1, 'BTC', 'BTC', number, case number when 6 then 6 else 0 end,
       number = 5, number = 4, $2 from generate_series(1, 6) as number`,
    [Number(user.userId), now()]
  )
  const held = await holdingsOf(user)
  expect(held.deposits.count).toBe(6)
  expect(held.deposits.items.map(it => [it.amount, it.state])).toEqual([
    ['6', 'done'],
    ['5', 'reversed'],
    ['4', 'too_small'],
    ['3', 'pending'],
    ['2', 'pending']
  ])
  expect(JSON.stringify(held)).not.toContain('secret-address')
})

test('an order is of both its sides, and a chat is there after its first message', async () => {
  const [advertiser, publisher] = [await app.signIn(), await app.signIn()]
  const id = await placeOrder(app, advertiser, await addOffer(app.context, publisher))
  await advertiser.api.support.sendChatMessage({ text: 'Hello' })
  expect(await holdingsOf(advertiser)).toMatchObject({
    orders: { count: 1, items: [{ id, side: 'advertiser', state: 'placed' }] },
    has_chat: true
  })
  expect(await holdingsOf(publisher)).toMatchObject({
    orders: { count: 1, items: [{ id, side: 'publisher' }] },
    has_chat: false
  })
})

test('reports are about the ads of the account, without what readers wrote', async () => {
  const user = await app.signIn()
  const { data } = await createCampaign(user.api)
  const unit = await addUnit(app.context, { userId: user.userId })
  await app.context.pool.query(
    `insert into creative_reports (creative_id, unit_id, reason, note, created_at) values ($1, $2, 'misleading', 'My words', $3)`,
    [Number(data.relationships.creative.data?.id), Number(unit), app.context.now()]
  )
  const held = await holdingsOf(user)
  expect(held.reports).toMatchObject({
    count: 1,
    items: [{ campaign_id: data.id, reason: 'misleading', decision: null }]
  })
  expect(JSON.stringify(held)).not.toContain('My words')
})
