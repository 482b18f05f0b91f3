import { createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { balances, entriesOf, userAccount } from '../ledger/index.ts'
import { settleDue } from '../settlement/index.ts'
import { keepFunded } from './keep-funded.ts'

const app: TestApp = await createTestApp()
const admin: SignedInBrowser = await app.signInAdmin()
let owner: SignedInBrowser
beforeEach(async () => {
  app.context.clock.set('2026-03-02T10:00:00.000Z')
  owner = await app.signIn()
})
afterAll(() => app.close())

const onAccount = async () =>
  (await balances(app.context.db, [userAccount(Number(owner.userId), 'BTC')]))[0]

async function attributesOf(id: string) {
  const read = await owner.api.campaigns.readCampaign({ id })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes
}

test('a campaign is created with it, starts without being funded, and tells what it has drawn', async () => {
  await credit(app.context, owner.userId, 1_000n)
  const document = await createCampaign(owner.api, {
    auto_fund: true,
    auto_fund_daily_max: '700',
    auto_fund_total_max: 900
  })
  expect(document.data.attributes).toMatchObject({
    auto_fund: true,
    auto_fund_daily_max: '700',
    auto_fund_total_max: '900',
    auto_funded_today: '0',
    auto_funded: '0'
  })
  // A pending campaign draws no money from its account.
  expect(await onAccount()).toBe(1_000n)
  await decide(admin, document)
  expect(await attributesOf(document.data.id)).toMatchObject({
    state: 'active',
    balance: '100',
    auto_funded_today: '100',
    auto_funded: '100'
  })
  expect(await onAccount()).toBe(900n)
  const account = userAccount(Number(owner.userId), 'BTC')
  const [last] = await entriesOf(app.context.db, account, { offset: 0, limit: 1 })
  expect(last).toMatchObject({ kind: 'funding', amount: -100n, reason: 'Drawn automatically' })
})

test('one that ran out goes on when it is switched on, and stays as it is when it is switched off', async () => {
  const document = await createCampaign(owner.api)
  const { id } = document.data
  await decide(admin, document)
  expect(await attributesOf(id)).toMatchObject({ state: 'out_of_funds', auto_fund: false })
  await credit(app.context, owner.userId, 1_000n)
  const on = await owner.api.campaigns.updateCampaign({ id, auto_fund: true })
  expect(on).toMatchObject({
    value: { data: { attributes: { state: 'active', auto_fund: true, auto_funded: '100' } } }
  })
  const off = await owner.api.campaigns.updateCampaign({ id, auto_fund: false })
  expect(off).toMatchObject({
    value: { data: { attributes: { state: 'active', auto_fund: false, balance: '100' } } }
  })
  app.context.clock.set('2026-03-02T12:00:02.000Z')
  await settleDue(app.context)
  await keepFunded(app.context)
  expect(await onAccount()).toBe(900n)
})

test('one that is paused draws nothing, and what it has drawn returns when it is archived', async () => {
  await credit(app.context, owner.userId, 1_000n)
  const document = await createCampaign(owner.api, { auto_fund: true })
  const { id } = document.data
  await decide(admin, document)
  await owner.api.campaigns.updateCampaign({ id, state: 'paused' })
  for (const time of ['12:00:02', '14:00:02', '16:00:02']) {
    app.context.clock.set(`2026-03-02T${time}Z`)
    await settleDue(app.context)
    await keepFunded(app.context)
  }
  expect(await onAccount()).toBe(900n)
  expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: true })
  expect(await onAccount()).toBe(1_000n)
  await keepFunded(app.context)
  expect(await onAccount()).toBe(1_000n)
})

test.each([
  ['auto_fund_daily_max', '0'],
  ['auto_fund_daily_max', '1.5'],
  ['auto_fund_total_max', '-1'],
  ['auto_fund_total_max', '9223372036854775808']
])('refuses %s of %s, with its name, and changes nothing', async (name, value) => {
  const { id } = (await createCampaign(owner.api)).data
  const input = { id, auto_fund: true, [name]: value }
  expect(await owner.api.campaigns.updateCampaign(input)).toMatchObject({
    ok: false,
    status: 422,
    code: 'amount_invalid',
    errors: [{ source: { pointer: `/data/attributes/${name}` } }]
  })
  expect(await attributesOf(id)).toMatchObject({ auto_fund: false, [name]: null })
})

test('another asset switches it off and drops the limits, which were amounts of the other', async () => {
  const { id } = (await createCampaign(owner.api, { auto_fund: true, auto_fund_daily_max: '5' }))
    .data
  const terms = { traffic_type: 'cpd', daily_budget: '100', max_cpm: null } as const
  const changed = { id, ...terms, currency: 'usd', total_budget: null } as const
  expect((await owner.api.campaigns.updatePaymentModel(changed)).ok).toBe(true)
  expect(await attributesOf(id)).toMatchObject({ auto_fund: false, auto_fund_daily_max: null })
})
