import { verifyLedger } from '@mille/server/ledger/index.ts'
import { createActiveCampaign, createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { balances, campaignAccount, userAccount } from '../ledger/index.ts'
import { settleDue } from '../settlement/index.ts'

const app: TestApp = await createTestApp()
const admin: SignedInBrowser = await app.signInAdmin()
let owner: SignedInBrowser
beforeEach(async () => {
  app.context.clock.set('2026-03-02T10:30:00.000Z')
  owner = await app.signIn()
})
afterAll(() => app.close())

async function moneyOf(campaignId: string) {
  const accounts = [
    userAccount(Number(owner.userId), 'BTC'),
    campaignAccount(Number(campaignId), 'BTC'),
    campaignAccount(Number(campaignId), 'BTC', 'held')
  ]
  const [user, campaign = 0n, held = 0n] = await balances(app.context.db, accounts)
  return { user, campaign: campaign + held }
}

const payment = {
  currency: 'btc',
  traffic_type: 'cpd',
  daily_budget: '100',
  max_cpm: null,
  total_budget: null
} as const

describe('funding', () => {
  test('moves money from the account to the campaign and tells both balances', async () => {
    await credit(app.context, owner.userId, 1_000n)
    const { id } = (await createCampaign(owner.api)).data
    const funded = await owner.api.campaigns.fundCampaign({ id, amount: '400' })
    expect(funded).toMatchObject({
      ok: true,
      status: 201,
      value: {
        data: { type: 'campaign_fundings', attributes: { amount: '400', asset: 'BTC' } },
        meta: { campaign_balance: '400', available_balance: '600' }
      }
    })
    expect(await moneyOf(id)).toEqual({ user: 600n, campaign: 400n })
    expect(await owner.api.campaigns.readCampaign({ id })).toMatchObject({
      value: { data: { attributes: { balance: '400' } } }
    })
  })

  test('refuses more than there is, and moves nothing', async () => {
    await credit(app.context, owner.userId, 399n)
    const { id } = (await createCampaign(owner.api)).data
    const refused = await owner.api.campaigns.fundCampaign({ id, amount: '400' })
    expect(refused).toMatchObject({
      ok: false,
      status: 422,
      code: 'insufficient_funds',
      errors: [{ source: { pointer: '/data/attributes/amount' } }]
    })
    expect(await moneyOf(id)).toEqual({ user: 399n, campaign: 0n })
  })

  test.each(['0', '-5', '1.5', '9223372036854775808', ''])(
    'refuses the amount %j',
    async amount => {
      const { id } = (await createCampaign(owner.api)).data
      expect(await owner.api.campaigns.fundCampaign({ id, amount })).toMatchObject({
        ok: false,
        status: 422,
        code: 'amount_invalid',
        errors: [{ source: { pointer: '/data/attributes/amount' } }]
      })
    }
  )

  test('a repeated request has one effect and one answer, another request with its key is refused', async () => {
    await credit(app.context, owner.userId, 1_000n)
    const { id } = (await createCampaign(owner.api)).data
    const options = { idempotencyKey: `key-${id}` }
    const copies = await Promise.all(
      Array.from({ length: 10 }, () =>
        owner.api.campaigns.fundCampaign({ id, amount: '300' }, options)
      )
    )
    expect(new Set(copies.map(it => JSON.stringify(it))).size).toBe(1)
    expect(copies[0]?.ok).toBe(true)
    expect(await owner.api.campaigns.fundCampaign({ id, amount: '301' }, options)).toMatchObject({
      ok: false,
      status: 409,
      code: 'idempotency_key_reused'
    })
    expect(await moneyOf(id)).toEqual({ user: 700n, campaign: 300n })
  })

  test('a campaign in dollars takes dollars', async () => {
    await credit(app.context, owner.userId, 500n, 'USD')
    const { id } = (await createCampaign(owner.api, { currency: 'usd' })).data
    expect(await owner.api.campaigns.fundCampaign({ id, amount: '500' })).toMatchObject({
      ok: true,
      value: { data: { attributes: { asset: 'USD' } } }
    })
  })

  test('a rejected campaign takes no money', async () => {
    const document = await createCampaign(owner.api)
    await decide(admin, document, 'reject')
    await credit(app.context, owner.userId, 10n)
    expect(
      await owner.api.campaigns.fundCampaign({ id: document.data.id, amount: '10' })
    ).toMatchObject({ ok: false, code: 'state_not_allowed' })
  })
})

describe('the payment model', () => {
  test('changes in place', async () => {
    const { id } = (await createCampaign(owner.api)).data
    expect(
      (
        await owner.api.campaigns.updatePaymentModel({
          id,
          ...payment,
          currency: 'us_cents',
          traffic_type: 'cpm',
          max_cpm: '7',
          total_budget: '900'
        })
      ).status
    ).toBe(204)
    const read = await owner.api.campaigns.readCampaign({ id })
    expect(read.ok && read.value.data.attributes.asset).toBe('USD')
    expect(read.ok && read.value.included).toContainEqual(
      expect.objectContaining({
        attributes: {
          currency: 'us_cents',
          traffic_type: 'cpm',
          daily_budget: '100',
          max_cpm: '7',
          total_budget: '900',
          coming: null
        }
      })
    )
  })

  test('keeps its asset once the campaign was funded, though not its currency', async () => {
    const { id } = (await createActiveCampaign(app.context, owner, admin)).data
    expect(
      await owner.api.campaigns.updatePaymentModel({ id, ...payment, currency: 'usd' })
    ).toMatchObject({
      ok: false,
      status: 422,
      code: 'currency_fixed',
      errors: [{ source: { pointer: '/data/attributes/currency' } }]
    })
    expect(
      (await owner.api.campaigns.updatePaymentModel({ id, ...payment, currency: 'satoshi' })).ok
    ).toBe(true)
  })

  test('refuses amounts that are none, with their names', async () => {
    const { id } = (await createCampaign(owner.api)).data
    const refused = await owner.api.campaigns.updatePaymentModel({
      id,
      ...payment,
      daily_budget: '0',
      total_budget: '-1'
    })
    expect(refused).toMatchObject({ ok: false, status: 422, code: 'amount_invalid' })
    expect(!refused.ok && refused.errors.map(it => it.source?.pointer)).toEqual([
      '/data/attributes/daily_budget',
      '/data/attributes/total_budget'
    ])
  })

  test('a total budget that is used up stops the campaign, a higher one lets it go on', async () => {
    const { id } = (await createActiveCampaign(app.context, owner, admin)).data
    await addStatement(id, 500n)
    await owner.api.campaigns.updatePaymentModel({ id, ...payment, total_budget: '500' })
    expect(await owner.api.campaigns.readCampaign({ id })).toMatchObject({
      value: { data: { attributes: { state: 'active', spent: '500' } } }
    })
    // A lower budget applies from the next window.
    app.context.clock.set('2026-03-02T12:00:02Z')
    await settleDue(app.context)
    expect(await owner.api.campaigns.readCampaign({ id })).toMatchObject({
      value: { data: { attributes: { state: 'out_of_funds', spent: '500' } } }
    })
    await owner.api.campaigns.updatePaymentModel({ id, ...payment, total_budget: '501' })
    expect(await owner.api.campaigns.readCampaign({ id })).toMatchObject({
      value: { data: { attributes: { state: 'active' } } }
    })
  })

  test('an archived campaign does not change', async () => {
    const { id } = (await createCampaign(owner.api)).data
    await owner.api.campaigns.archiveCampaign({ id })
    expect(await owner.api.campaigns.updatePaymentModel({ id, ...payment })).toMatchObject({
      ok: false,
      code: 'state_not_allowed'
    })
  })
})

describe('archiving', () => {
  test('gives the money of a campaign that never ran back at once', async () => {
    await credit(app.context, owner.userId, 1_000n)
    const document = await createCampaign(owner.api)
    const { id } = document.data
    await owner.api.campaigns.fundCampaign({ id, amount: '1000' })
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({
      ok: true,
      status: 204
    })
    expect(await moneyOf(id)).toEqual({ user: 1_000n, campaign: 0n })
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({
      ok: false,
      code: 'state_not_allowed'
    })
    // The pending creative can no longer be approved or rejected.
    expect(await decide(admin, document)).toMatchObject({ ok: false, code: 'state_not_allowed' })
  })

  test('keeps the money of a running campaign until its last window is settled', async () => {
    const { id } = (await createActiveCampaign(app.context, owner, admin)).data
    const running = await owner.api.campaigns.archiveCampaign({ id })
    expect(running).toMatchObject({ ok: false, status: 422, code: 'state_not_allowed' })
    expect(!running.ok && running.errors[0]?.detail).toContain('Pause the campaign first')

    app.context.clock.set('2026-03-02T11:00:00.000Z')
    await owner.api.campaigns.updateCampaign({ id, state: 'paused' })
    const paused = await owner.api.campaigns.archiveCampaign({ id })
    // An impression chosen just before the pause may be seen for two more hours, until 13:00.
    expect(!paused.ok && paused.errors[0]?.detail).toContain('2026-03-02T14:00:00.000Z')
    await settleUntil('2026-03-02T12:00:00Z')
    expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(false)
    await settleUntil('2026-03-02T14:00:00Z')
    expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(true)
    expect(await moneyOf(id)).toEqual({ user: 10_000n, campaign: 0n })
    expect(await owner.api.campaigns.readCampaign({ id })).toMatchObject({
      value: { data: { attributes: { state: 'archived', balance: '0' } } }
    })
  })

  test('waits too for impressions that were counted after the pause', async () => {
    const { id } = (await createActiveCampaign(app.context, owner, admin)).data
    await owner.api.campaigns.updateCampaign({ id, state: 'paused' })
    await settleUntil('2026-03-02T14:00:00Z')
    await app.context.db
      .insertInto('delivery_counters')
      .values({
        bucket: '2026-03-02T14:10:00Z',
        unit_id: 1,
        campaign_id: Number(id),
        banner_id: 0,
        kind: 'billable',
        count: 1n
      })
      .execute()
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({
      ok: false,
      code: 'state_not_allowed'
    })
    await settleUntil('2026-03-02T16:00:00Z')
    expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(true)
  })
})

test('a campaign whose own window is settled does not wait for the others', async () => {
  const { id } = (await createActiveCampaign(app.context, owner, admin)).data
  app.context.clock.set('2026-03-04T11:00:00.000Z')
  await owner.api.campaigns.updateCampaign({ id, state: 'paused' })
  expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(false)
  await addStatement(id, 0n, '2026-03-04T12:00:00Z', '2026-03-04T14:00:00Z')
  expect((await owner.api.campaigns.archiveCampaign({ id })).ok).toBe(true)
})

test('the ledger holds after all of it', async () => {
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

async function settleUntil(moment: string) {
  await app.context.db
    .insertInto('settlement_progress')
    .values({ settled_until: moment })
    .onConflict(conflict => conflict.column('one').doUpdateSet({ settled_until: moment }))
    .execute()
}

/** Adds a statement as settlement writes it, but without the ledger transfers. */
async function addStatement(
  id: string,
  charged: bigint,
  start = '2026-03-02T08:00:00Z',
  end = '2026-03-02T10:00:00Z'
) {
  await app.context.db
    .insertInto('settlements')
    .values({
      campaign_id: Number(id),
      window_start: start,
      window_end: end,
      asset: 'BTC',
      active_seconds: 7200,
      terms_id: sql<bigint>`(select max(id) from campaign_terms where campaign_id = ${Number(id)})`,
      ...{ window_seconds: 7200, fee_basis_points: 2000, balance: 0n, spent: 0n, spent_today: 0n },
      ...{ unpaid: 0n, carried_in: 0, carried_out: 0 },
      billable: 1n,
      due: charged,
      charged,
      fee: 0n,
      settled_at: app.context.now()
    })
    .execute()
}
