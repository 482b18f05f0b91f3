import { dayMs } from '@mille/api/durations.ts'
import { credit } from '@mille/testing/campaigns.ts'
import { connectUnreachable, outsideAddress } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOutAutomatically } from './automatic-payouts.ts'

const address = outsideAddress(1)
const coin = 100_000_000n
/** Amount in satoshis just below the approval limit of 0.1 BTC. */
const part = 9_900_000n

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  const { payments } = app.context.config
  connectUnreachable(payments)
  payments.withdrawals.dailyLimit = { BTC: 10n * coin, USD: 0n }
  payments.withdrawals.approvalAbove = { BTC: coin / 10n, USD: 0n }
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  await credit(app.context, user.userId, coin)
})

async function prove(): Promise<void> {
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
}

async function withdraw(amount: bigint) {
  const asked = await user.api.payments.createWithdrawal({
    token_code: 'BTC',
    address,
    amount: amount.toString()
  })
  if (!asked.ok) throw new Error(asked.code)
  const { id, attributes } = asked.value.data
  return { id, waits: attributes.needs_approval }
}
const waits = async (amount: bigint) => (await withdraw(amount)).waits

test('of ten just below the limit at the same moment one goes without an operator', async () => {
  await prove()
  const asked = await Promise.all(Array.from({ length: 10 }, () => withdraw(part)))
  expect(asked.filter(it => !it.waits)).toHaveLength(1)
  // Another account has its own limit.
  user = await app.signIn()
  await credit(app.context, user.userId, coin)
  await prove()
  expect(await waits(part)).toBe(false)
})

test('parts add up to the limit exactly, for 24 hours', async () => {
  await prove()
  expect([await waits(part), await waits(100_001n), await waits(100_000n)]).toEqual([
    false,
    true,
    false
  ])
  app.context.clock.advance(dayMs - 1)
  await prove()
  expect(await waits(100_000n)).toBe(true)
  app.context.clock.advance(1)
  expect([await waits(part), await waits(part)]).toEqual([false, true])
})

test('what waits for an operator, was approved, rejected or canceled does not count', async () => {
  await prove()
  const [approved, waiting] = [await withdraw(2n * part), await withdraw(2n * part)]
  await app.context.db
    .updateTable('withdrawals')
    .set({ state: 'approved', approved_by: Number(admin.userId) })
    .where('id', '=', Number(approved.id))
    .execute()
  expect([approved.waits, waiting.waits]).toEqual([true, true])
  const first = await withdraw(part)
  expect(first.waits).toBe(false)
  expect((await user.api.payments.cancelWithdrawal({ id: first.id })).status).toBe(204)
  const second = await withdraw(part)
  expect(second.waits).toBe(false)
  const { id } = second
  expect(await admin.api.payments.decideWithdrawal({ id, decision: 'reject' })).toMatchObject({
    ok: true
  })
  expect([await waits(part), await waits(part)]).toEqual([false, true])
})

test('automatic withdrawals count with those that were asked for', async () => {
  await prove()
  expect(await waits(part)).toBe(false)
  // The rest of the balance is above the limit on its own. A small withdrawal after it exceeds the limit together with
  // the first one.
  expect(await waits(coin - part)).toBe(true)
  await user.api.payments.setAutomaticPayout({ token_code: 'BTC', address, threshold: '200000' })
  await credit(app.context, user.userId, 200_000n)
  expect(await payOutAutomatically(app.context)).toBe(1)
  const list = await user.api.payments.listWithdrawals()
  const [newest] = list.ok ? list.value.data : []
  expect(newest?.attributes).toMatchObject({ amount: '200000', needs_approval: true })
})
