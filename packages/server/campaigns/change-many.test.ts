import { verifyLedger } from '@mille/server/ledger/index.ts'
import { createActiveCampaign, createCampaign, credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, campaignAccount, transfer, userAccount } from '../ledger/index.ts'
import { settleDue } from '../settlement/index.ts'
import { releaseHolds } from '../window-holds/index.ts'

let app: TestApp
let owner: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  app.context.clock.set('2026-03-02T10:30:00.000Z')
  owner = await app.signIn()
})
afterAll(() => app.close())

type Wish = Parameters<SignedInBrowser['api']['campaigns']['updateCampaigns']>[0]

/** Applies an action to campaigns and returns the results in the order of the answer. */
async function change(wish: Wish, by = owner) {
  const answer = await by.api.campaigns.updateCampaigns(wish)
  if (!answer.ok) return answer.code
  return answer.value.data.map(({ id, attributes: { result, state, code } }) => ({
    id,
    is: code ?? result,
    state
  }))
}
const active = async (changes = {}) =>
  (await createActiveCampaign(app.context, owner, admin, 10_000n, changes)).data.id
const pending = async (changes = {}) => (await createCampaign(owner.api, changes)).data.id

async function read(id: string) {
  const answer = await owner.api.campaigns.readCampaign({ id })
  if (!answer.ok) throw new Error(answer.code)
  const payment = answer.value.included.find(it => it.type === 'campaign_payment_models')
  return { ...answer.value.data.attributes, payment: payment?.attributes }
}

test('pauses those that run, and says of each other one why not', async () => {
  const [running, other, waiting] = [await active(), await active(), await pending()]
  await owner.api.campaigns.updateCampaign({ id: other, state: 'paused' })
  const foreign = (await createCampaign((await app.signIn()).api)).data.id
  const campaign_ids = [waiting, running, other, foreign, '2000000000', running]
  expect(await change({ action: 'pause', campaign_ids })).toEqual([
    { id: waiting, is: 'state_not_allowed', state: 'pending' },
    { id: running, is: 'changed', state: 'paused' },
    { id: other, is: 'unchanged', state: 'paused' },
    { id: foreign, is: 'not_found', state: null },
    { id: '2000000000', is: 'not_found', state: null }
  ])
  expect((await read(running)).state).toBe('paused')
  expect((await read(waiting)).state).toBe('pending')
})

test('resumes those that have something to spend', async () => {
  const [rich, poor] = [await active(), await active()]
  const campaign_ids = [rich, poor]
  await change({ action: 'pause', campaign_ids })
  await spendAll(poor)
  expect(await change({ action: 'resume', campaign_ids })).toEqual([
    { id: rich, is: 'changed', state: 'active' },
    { id: poor, is: 'insufficient_funds', state: 'paused' }
  ])
  expect(await change({ action: 'resume', campaign_ids: [rich] })).toEqual([
    { id: rich, is: 'unchanged', state: 'active' }
  ])
})

/** Moves a campaign's balance back to the account, as if it had been spent. */
async function spendAll(id: string) {
  const amount = BigInt((await read(id)).balance)
  await app.context.db.transaction().execute(async tx => {
    await releaseHolds(tx, Number(id), new Date(0), app.context.now())
    const to = userAccount(Number(owner.userId), 'BTC')
    const [key, kind, at] = [`spend ${id}`, 'refund', app.context.now()] as const
    await transfer(tx, [{ key, kind, amount, from: campaignAccount(Number(id), 'BTC'), to, at }])
  })
}

test('archives those that have stopped, and gives back what each did not spend', async () => {
  const [running, waiting, funded] = [await active(), await pending(), await pending()]
  await credit(app.context, owner.userId, 700n)
  await owner.api.campaigns.fundCampaign({ id: funded, amount: '700' })
  const campaign_ids = [running, waiting, funded]
  expect(await change({ action: 'archive', campaign_ids })).toEqual([
    { id: running, is: 'state_not_allowed', state: 'active' },
    { id: waiting, is: 'changed', state: 'archived' },
    { id: funded, is: 'changed', state: 'archived' }
  ])
  expect(await balances(app.context.db, [userAccount(Number(owner.userId), 'BTC')])).toEqual([700n])
  expect(await change({ action: 'archive', campaign_ids: [funded] })).toEqual([
    { id: funded, is: 'unchanged', state: 'archived' }
  ])
  expect(await balances(app.context.db, [userAccount(Number(owner.userId), 'BTC')])).toEqual([700n])
  expect((await verifyLedger(app.context.db)).ok).toBe(true)
})

test('sets daily budgets, and leaves what was set beside them', async () => {
  const cpm = { traffic_type: 'cpm', max_cpm: '5000', total_budget: '90000' } as const
  const [first, same, dollars] = [
    await active({ daily_budget: '100', ...cpm }),
    await active({ daily_budget: '3000' }),
    await pending({ currency: 'us_cents', daily_budget: '500' })
  ]
  const wish = { action: 'set_daily_budget', daily_budget: '3000', asset: 'BTC' } as const
  const campaign_ids = [first, same, dollars]
  expect(await change({ ...wish, campaign_ids })).toEqual([
    { id: first, is: 'changed', state: 'active' },
    { id: same, is: 'unchanged', state: 'active' },
    { id: dollars, is: 'currency_differs', state: 'pending' }
  ])
  expect((await read(first)).payment).toMatchObject({ daily_budget: '3000', ...cpm, coming: null })
  expect((await read(dollars)).payment).toMatchObject({ daily_budget: '500' })
})

test('keeps what counts from the next period when only the budget is set', async () => {
  const id = await active({ daily_budget: '1000', traffic_type: 'cpm', max_cpm: '5000' })
  const payment = { id, currency: 'btc', traffic_type: 'cpm', total_budget: null } as const
  await owner.api.campaigns.updatePaymentModel({
    ...payment,
    daily_budget: '1000',
    max_cpm: '4000'
  })
  await change({
    ...{ action: 'set_daily_budget', daily_budget: '2000', asset: 'BTC' },
    campaign_ids: [id]
  } as const)
  expect((await read(id)).payment).toMatchObject({
    ...{ daily_budget: '2000', max_cpm: '5000' },
    coming: { daily_budget: '2000', max_cpm: '4000' }
  })
})

test('counts a budget against the limit of each campaign', async () => {
  const [often, seldom] = [await pending({ daily_budget: '1' }), await pending()]
  for (let budget = 2; budget < 22; budget++)
    await change({
      ...{ action: 'set_daily_budget', daily_budget: String(budget), asset: 'BTC' },
      campaign_ids: [often]
    } as const)
  expect(
    await change({
      ...{ action: 'set_daily_budget', daily_budget: '50', asset: 'BTC' },
      campaign_ids: [often, seldom]
    } as const)
  ).toEqual([
    { id: often, is: 'too_many_requests', state: 'pending' },
    { id: seldom, is: 'changed', state: 'pending' }
  ])
  expect((await read(often)).payment?.daily_budget).toBe('21')
  // Other actions have no such limit, as in the calls for a single campaign.
  expect(await change({ action: 'archive', campaign_ids: [often] })).toMatchObject([
    { is: 'changed' }
  ])
})

test('refuses what is missing or too much', async () => {
  const campaign_ids = [await pending()]
  expect(await change({ action: 'set_daily_budget', campaign_ids, asset: 'BTC' })).toBe('invalid')
  expect(await change({ action: 'set_daily_budget', campaign_ids, daily_budget: '5' })).toBe(
    'invalid'
  )
  const zero = { action: 'set_daily_budget', asset: 'BTC', daily_budget: '0' } as const
  expect(await change({ ...zero, campaign_ids })).toBe('amount_invalid')
  expect(await change({ action: 'pause', campaign_ids: [] })).toBe('invalid')
  const many = Array.from({ length: 101 }, (_, index) => String(index + 1))
  expect(await change({ action: 'pause', campaign_ids: many })).toBe('invalid')
})

test('gives a repeated request its first answer', async () => {
  const id = await active()
  const wish = { action: 'pause' as const, campaign_ids: [id] }
  const options = { idempotencyKey: 'pause them' }
  const first = await owner.api.campaigns.updateCampaigns(wish, options)
  await owner.api.campaigns.updateCampaign({ id, state: 'active' })
  expect(await owner.api.campaigns.updateCampaigns(wish, options)).toEqual(first)
  expect((await read(id)).state).toBe('active')
})

test('many at once, in any order, wait for each other and lose nothing', async () => {
  const ids: string[] = []
  for (let index = 0; index < 12; index++) ids.push(await active())
  const wishes = Array.from({ length: 8 }, (_, index) => ({
    action: index % 2 === 0 ? ('pause' as const) : ('resume' as const),
    campaign_ids: index % 3 === 0 ? ids : [...ids].reverse()
  }))
  const settled = [settleDue(app.context), ...wishes.map(it => change(it))]
  for (const answer of (await Promise.all(settled)).slice(1))
    expect(answer).toSatisfy(it => it.every((one: { is: string }) => /changed$/.test(one.is)))
  expect((await verifyLedger(app.context.db)).ok).toBe(true)
})
