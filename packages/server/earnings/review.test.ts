import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { balances, networkAccount, transfer, userAccount } from '../ledger/index.ts'
import { payMatured, verifyEarnings } from './index.ts'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>
const reason = 'Most of the views came from one machine'

beforeEach(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
  await network.earn('2026-03-02T10:30:00Z', 3n)
  await network.earn('2026-03-03T10:30:00Z')
})
afterEach(() => closeSound(app))

const decide = (decision: 'hold' | 'release' | 'take_back', by = network.admin) =>
  by.api.earnings.decideEarnings({
    id: String(network.unitId),
    decision,
    ...(decision === 'release' ? {} : { reason })
  })

async function list(filter: object = {}) {
  const { api, userId } = network.publisher
  const read = await api.earnings.listEarnings({ userId, ...filter })
  if (!read.ok) throw new Error(read.code)
  return read.value
}

async function available({ userId }: SignedInBrowser) {
  const own = Number(userId)
  return balances(app.context.db, [userAccount(own, 'BTC'), userAccount(own, 'BTC', 'promotion')])
}

async function newest({ api, userId }: SignedInBrowser) {
  const read = await api.notifications.listNotifications({ userId } as never)
  return read.ok ? read.value.data[0]?.attributes : undefined
}

test('the publisher sees what matures and when it becomes available; others do not', async () => {
  const { data, meta } = await list()
  expect(data.map(it => it.attributes)).toMatchObject([
    {
      day: '2026-03-02',
      amount: '240',
      state: 'maturing',
      available_at: '2026-03-04T00:00:00.000Z'
    },
    { day: '2026-03-03', amount: '80', state: 'maturing', available_at: '2026-03-05T00:00:00.000Z' }
  ])
  expect(meta.days).toEqual([
    { available_at: '2026-03-04T00:00:00.000Z', currency: 'BTC', amount: '240' },
    { available_at: '2026-03-05T00:00:00.000Z', currency: 'BTC', amount: '80' }
  ])
  expect((await list({ 'filter[ad_unit_id]': String(network.unitId) })).data).toHaveLength(2)
  expect((await list({ 'filter[ad_unit_id]': '999' })).data).toEqual([])
  const { userId } = network.publisher
  expect(await network.advertiser.api.earnings.listEarnings({ userId })).toMatchObject({
    code: 'not_found'
  })
  expect(await decide('hold', network.publisher)).toMatchObject({ status: 403 })
})

test('what is on hold does not move until it is released, and its owner sees why', async () => {
  expect(await decide('hold')).toMatchObject({ status: 204 })
  expect(await decide('hold')).toMatchObject({ code: 'state_not_allowed' })
  const { data, meta } = await list()
  expect(data.map(it => [it.attributes.state, it.attributes.reason])).toEqual([
    ['held', reason],
    ['held', reason]
  ])
  expect(meta.days).toEqual([])
  expect(await newest(network.publisher)).toMatchObject({ text: expect.stringContaining(reason) })
  const review = await network.admin.api.earnings.reviewEarnings()
  expect(review.ok && review.value.data).toMatchObject([
    {
      id: String(network.unitId),
      attributes: { maturing: [{ currency: 'BTC', amount: '320' }], hold: { reason } }
    }
  ])
  app.context.clock.set('2026-03-10T00:00:00Z')
  expect(await payMatured(app.context)).toBe(0)
  expect(await decide('release')).toMatchObject({ status: 204 })
  expect(await decide('release')).toMatchObject({ code: 'state_not_allowed' })
  expect(await payMatured(app.context)).toBe(2)
  expect(await available(network.publisher)).toEqual([320n, 0n])
})

test('what is taken back goes to the advertiser with the fee on it, and both are notified', async () => {
  app.context.clock.set('2026-03-04T00:00:00Z')
  // The first day's earnings were paid, so they belong to the owner and cannot be taken back.
  await payMatured(app.context)
  const before = (await available(network.advertiser))[0] ?? 0n
  expect(
    await network.admin.api.earnings.decideEarnings({
      id: String(network.unitId),
      decision: 'take_back'
    })
  ).toMatchObject({ code: 'invalid' })
  expect(await decide('take_back')).toMatchObject({ status: 204 })
  expect(await decide('take_back')).toMatchObject({ code: 'state_not_allowed' })
  expect(await available(network.advertiser)).toEqual([before + 100n, 0n])
  expect(await available(network.publisher)).toEqual([240n, 0n])
  expect(await newest(network.publisher)).toMatchObject({ text: expect.stringContaining(reason) })
  expect(await newest(network.advertiser)).toMatchObject({ text: expect.stringContaining(reason) })
  expect((await list()).data.map(it => it.attributes)).toMatchObject([
    { day: '2026-03-03', amount: '80', state: 'taken_back', reason }
  ])
  const log = await network.admin.api.admin.readAuditLog()
  expect(log.ok && JSON.stringify(log.value.data[0])).toContain(reason)
  // Later earnings of the ad unit on the same day mature again.
  app.context.clock.set('2026-03-04T00:00:01Z')
  await network.earn('2026-03-04T10:30:00Z')
  expect((await list()).meta.days).toMatchObject([{ amount: '80' }])
})

test('a part that a coupon paid goes back as promotional credit, and the history adds up', async () => {
  const { db } = app.context
  const { advertiser, campaignId, unitId } = network
  const at = app.context.now()
  await db.transaction().execute(tx =>
    transfer(tx, [
      {
        key: 'gift',
        kind: 'coupon',
        amount: 150n,
        from: networkAccount('BTC', 'promotion'),
        to: { owner: 'campaign', ownerId: campaignId, asset: 'BTC', kind: 'promotion' },
        at
      }
    ])
  )
  await decide('take_back')
  const [money = 0n] = await available(advertiser)
  // 200 are charged: 150 of promotional credit and 50 of money.
  await network.earn('2026-03-03T14:30:00Z', 2n)
  await decide('take_back')
  expect(await available(advertiser)).toEqual([money + 50n, 150n])
  const history = await advertiser.api.finances.readHistory({ userId: advertiser.userId })
  if (!history.ok) throw new Error(history.code)
  const returned = history.value.data.filter(it => it.id.startsWith('returned-'))
  expect(returned.map(it => it.attributes.amount).sort()).toEqual(['100', '200', '300'])
  for (const { id, attributes } of returned) {
    const read = await advertiser.api.finances.readOperation({ userId: advertiser.userId, id })
    const entries = read.ok ? read.value.meta.entries : []
    expect(entries.reduce((sum, it) => sum + BigInt(it.amount), 0n)).toBe(BigInt(attributes.amount))
  }
  expect(unitId).toBeGreaterThan(0)
})

test('a fee that the network has not any more stays away, and the rest goes back', async () => {
  const { db } = app.context
  const [fee = 0n] = await balances(db, [networkAccount('BTC', 'fee')])
  await db.transaction().execute(tx =>
    transfer(tx, [
      {
        key: 'spent',
        kind: 'test',
        amount: fee,
        from: networkAccount('BTC', 'fee'),
        to: networkAccount('BTC', 'outside'),
        at: app.context.now()
      }
    ])
  )
  const [before = 0n] = await available(network.advertiser)
  expect(await decide('take_back')).toMatchObject({ status: 204 })
  expect(await available(network.advertiser)).toEqual([before + 320n, 0n])
})

test('verify sees a return that was changed', async () => {
  await decide('take_back')
  const { db } = app.context
  await sql`alter table earning_returns disable trigger append_only`.execute(db)
  await sql`update earning_returns set fee = fee + 1`.execute(db)
  expect(await verifyEarnings(db)).toMatchObject({ ok: false })
  await sql`update earning_returns set fee = fee - 1`.execute(db)
})

test('above the approval limit one operator takes back only what another one has put on hold', async () => {
  const { withdrawals } = app.context.config.payments
  withdrawals.approvalAbove = { BTC: 319n, USD: 319n }
  const second = await app.signInAdmin()
  expect(await decide('take_back')).toMatchObject({ code: 'own_adjustment' })
  expect(await decide('hold')).toMatchObject({ status: 204 })
  expect(await decide('take_back')).toMatchObject({ code: 'own_adjustment' })
  expect(await decide('take_back', second)).toMatchObject({ status: 204 })
})

test('operators cannot take back what they paid themselves, and each decision asks for a fresh proof', async () => {
  const { advertiser, admin } = network
  const { pool } = app.context
  await pool.query("update users set roles = '{admin}' where id = $1", [Number(advertiser.userId)])
  expect(await decide('take_back', advertiser)).toMatchObject({ code: 'step_up_required' })
  await advertiser.api.security.stepUp({ access_code: advertiser.accessCode })
  expect(await decide('take_back', advertiser)).toMatchObject({ code: 'own_adjustment' })
  expect(await decide('take_back', admin)).toMatchObject({ status: 204 })
})
