import { dayMs } from '@mille/api/durations.ts'
import { credit } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hold, userAccount } from '../../ledger/index.ts'
import { openPayouts } from './payout.ts'
import { failPayout, storePayout } from './payout-store.ts'
import { signDue } from './sign-due.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  user = await app.signIn()
  await credit(app.context, user.userId, 5000n)
})
afterAll(() => app.close())

let asked = 0
/** Creates a withdrawal as a request would, without the request's checks. */
async function ask(amount: bigint): Promise<number> {
  const { db, now } = app.context
  const from = userAccount(Number(user.userId), 'BTC')
  asked += 1
  return db.transaction().execute(async tx => {
    const request = { key: `w${asked}`, from, amount, reason: 'withdrawal' as const, at: now() }
    const held = await hold(tx, request)
    if (!held.ok) throw new Error(held.code)
    const { id } = await tx
      .insertInto('withdrawals')
      .values({
        user_id: Number(user.userId),
        asset: 'BTC',
        token_code: 'BTC',
        chain: 'bitcoin',
        address: 'bcrt1qexample',
        amount,
        fee: 1n,
        state: 'requested',
        hold_id: held.value.id,
        needs_approval: false,
        created_at: now()
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

let signed = 0
const payout = () => ({
  chain: 'bitcoin' as const,
  transactionId: `${++signed}`.padStart(64, '0'),
  raw: '00',
  fee: 1n,
  inputs: [],
  nonce: null,
  at: app.context.now()
})

/** Returns the withdrawals that would be signed now; with `isStored`, their payout is also stored. */
async function due(isStored = false): Promise<number[]> {
  let ids: number[] = []
  await signDue(app.context, 'bitcoin', async (tx, found) => {
    ids = found.map(it => it.id)
    if (isStored) await storePayout(tx, payout(), { withdrawals: ids })
  })
  return ids
}

async function reviewed(id: number) {
  const review = await admin.api.payments.readPayoutReview({})
  return review.ok ? review.value.data.find(it => it.id === String(id))?.attributes : undefined
}

test('a withdrawal that a lowered limit would have held back is not signed without an operator', async () => {
  const id = await ask(300n)
  expect(await due()).toEqual([id])
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '299' })
  expect(await due()).toEqual([])
  expect(await reviewed(id)).toMatchObject({ needs_approval: true })
  app.context.clock.advance(1000)
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '10000000' })
  app.context.clock.advance(dayMs)
})

test('a lowered limit counts what an account had asked for in the 24 hours before', async () => {
  const first = await ask(200n)
  app.context.clock.advance(dayMs - 1)
  const ids = [await ask(150n), await ask(100n)]
  app.context.clock.advance(1)
  const later = await ask(50n)
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '300' })
  expect(await due(true)).toEqual([first, later])
  for (const id of ids) expect(await reviewed(id)).toMatchObject({ needs_approval: true })
  app.context.clock.advance(1000)
  await admin.api.settings.changeSetting({ id: 'withdrawal_approval_btc', value: '10000000' })
  app.context.clock.advance(dayMs)
})

test('what became due together is signed a limit of 24 hours at a time', async () => {
  const ids = [await ask(600n), await ask(500n), await ask(400n)]
  const other = user
  user = await app.signIn()
  await credit(app.context, user.userId, 5000n)
  const others = [await ask(1000n)]
  await admin.api.settings.changeSetting({ id: 'withdrawal_daily_btc', value: '1000' })
  expect(await due(true)).toEqual([ids[0], ...others])
  expect(await due()).toEqual([])
  const list = await other.api.payments.listWithdrawals()
  expect(list.ok && list.value.data.map(it => it.attributes.waits_for)).toEqual([
    'limit',
    'limit',
    null
  ])
  // A payout with a higher fee is not a second payment, and does not count toward a second day.
  app.context.clock.advance(dayMs / 2)
  const [open] = await openPayouts(app.context.db, 'bitcoin')
  if (!open) throw new Error('a payout is open')
  await app.context.db.transaction().execute(tx => storePayout(tx, payout(), { inPlaceOf: open }))
  expect(await due()).toEqual([])
  app.context.clock.advance(dayMs / 2)
  expect(await due(true)).toEqual(ids.slice(1))
})

test('what no day has room for waits for an operator, and what one approves is not held back', async () => {
  const [whole, large] = [await ask(1000n), await ask(1001n)]
  app.context.clock.advance(dayMs)
  expect(await due(true)).toEqual([whole])
  expect(await reviewed(large)).toMatchObject({ needs_approval: true })
  await app.context.db
    .updateTable('withdrawals')
    .set({ state: 'approved', approved_by: Number(admin.userId) })
    .where('id', '=', large)
    .execute()
  expect(await due(true)).toEqual([large])
})

test('a freeze while it is being signed comes too late; if that payout never counts, the withdrawal waits', async () => {
  await ask(300n)
  const { userId: id } = user
  const signing = Promise.withResolvers<void>()
  const freezing = signing.promise.then(() =>
    admin.api.admin.suspendPerson({ id, kind: 'money', reason: 'The case is examined.' })
  )
  await signDue(app.context, 'bitcoin', async (tx, found) => {
    signing.resolve()
    expect(await freezing).toMatchObject({ ok: true })
    await storePayout(tx, payout(), { withdrawals: found.map(it => it.id) })
  })
  const state = async () => {
    const list = await user.api.payments.listWithdrawals()
    const [own] = list.ok ? list.value.data : []
    return [own?.attributes.state, own?.attributes.waits_for]
  }
  expect(await state()).toEqual(['signed', null])
  const payouts = await openPayouts(app.context.db, 'bitcoin')
  const last = payouts.at(-1)
  if (!last) throw new Error('a payout is open')
  await app.context.db.transaction().execute(tx => failPayout(tx, last))
  expect(await due()).toEqual([])
  expect(await state()).toEqual(['requested', 'freeze'])
  await admin.api.admin.liftSuspension({ id })
  expect(await due()).toHaveLength(1)
})
