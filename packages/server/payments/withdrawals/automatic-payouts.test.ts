import { credit } from '@mille/testing/campaigns.ts'
import { connectUnreachable, outsideAddress } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { payOutAutomatically } from './automatic-payouts.ts'

const hourMs = 3_600_000
const [first, second, other] = [1, 2, 3].map(outsideAddress)

let app: TestApp
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  const { payments } = app.context.config
  connectUnreachable(payments)
  payments.withdrawals.dailyLimit = { BTC: 500_000n, USD: 0n }
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
})

async function set(threshold: string, address = first ?? '', isProven = true) {
  if (isProven)
    expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  return user.api.payments.setAutomaticPayout({ token_code: 'BTC', address, threshold })
}

async function withdrawals() {
  const list = await user.api.payments.listWithdrawals()
  if (!list.ok) throw new Error(list.code)
  return list.value.data.map(it => [it.attributes.amount, it.attributes.address])
}

test('what is available is withdrawn once it reaches the threshold, and not again', async () => {
  expect(await set('200000')).toMatchObject({
    value: { data: [{ id: 'BTC', attributes: { threshold: '200000', is_frozen: false } }] }
  })
  await credit(app.context, user.userId, 199_999n)
  expect(await payOutAutomatically(app.context)).toBe(0)
  await credit(app.context, user.userId, 101n)
  const runs = await Promise.all([
    payOutAutomatically(app.context),
    payOutAutomatically(app.context)
  ])
  expect(runs.reduce((sum, it) => sum + it)).toBe(1)
  expect(await withdrawals()).toEqual([['200100', first]])
  await credit(app.context, user.userId, 200_000n)
  expect(await payOutAutomatically(app.context)).toBe(1)
  expect(await withdrawals()).toHaveLength(2)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('by the limits of every withdrawal: what is left of the day, and the rest the next day', async () => {
  await set('300000')
  await credit(app.context, user.userId, 700_000n)
  expect(await payOutAutomatically(app.context)).toBe(1)
  expect(await withdrawals()).toEqual([['500000', first]])
  await credit(app.context, user.userId, 100_000n)
  expect(await payOutAutomatically(app.context)).toBe(0)
  const list = await user.api.payments.listAutomaticPayouts()
  expect(list.ok && list.value.data[0]?.attributes.problem).toBe('amount_over_limit')
  app.context.clock.advance(25 * hourMs)
  expect(await payOutAutomatically(app.context)).toBe(1)
  expect(await withdrawals()).toHaveLength(2)
})

test('a suspended account is paid nothing automatically until that is lifted', async () => {
  const admin = await app.signInAdmin()
  await set('200000')
  await credit(app.context, user.userId, 250_000n)
  const { userId: id } = user
  expect((await admin.api.admin.suspendPerson({ id, reason: 'It was stolen.' })).ok).toBe(true)
  expect(await payOutAutomatically(app.context)).toBe(0)
  expect((await admin.api.admin.liftSuspension({ id })).ok).toBe(true)
  expect(await payOutAutomatically(app.context)).toBe(1)
  expect(await withdrawals()).toEqual([['250000', first]])
})

test('a changed address is frozen first, and nothing goes to either until then', async () => {
  await set('200000')
  expect(await set('200000', second)).toMatchObject({
    value: { data: [{ attributes: { address: second, is_frozen: true } }] }
  })
  await credit(app.context, user.userId, 250_000n)
  expect(await payOutAutomatically(app.context)).toBe(0)
  app.context.clock.advance(73 * hourMs)
  expect(await payOutAutomatically(app.context)).toBe(1)
  expect(await withdrawals()).toEqual([['250000', second]])
})

test('it takes a proof, a valid address and no less than the minimum; it ends when it is told to', async () => {
  app.context.clock.advance(hourMs)
  expect(await set('200000', other, false)).toMatchObject({ code: 'step_up_required' })
  expect(await set('200000', 'bcrt1nonsense')).toMatchObject({ code: 'address_invalid' })
  expect(await set('99999', other)).toMatchObject({
    code: 'amount_below_minimum',
    errors: [{ source: { pointer: '/data/attributes/threshold' } }]
  })
  await set('200000', other)
  expect(await user.api.payments.endAutomaticPayout({ id: 'BTC' })).toMatchObject({ status: 204 })
  expect(await user.api.payments.endAutomaticPayout({ id: 'BTC' })).toMatchObject({
    code: 'not_found'
  })
  await credit(app.context, user.userId, 250_000n)
  expect(await payOutAutomatically(app.context)).toBe(0)
  expect(await withdrawals()).toEqual([])
})
