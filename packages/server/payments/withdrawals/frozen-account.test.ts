import { credit } from '@mille/testing/campaigns.ts'
import { addPasskey } from '@mille/testing/passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { liftOverdueSuspensions } from '../../admin/index.ts'
import { balances, userAccount, verifyLedger } from '../../ledger/index.ts'
import { satoshis } from '../bitcoin/rpc.ts'
import { payOutAutomatically } from './automatic-payouts.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let admin: SignedInBrowser
let passkey: Awaited<ReturnType<typeof addPasskey>>
let user: SignedInBrowser
let outside: string

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.dailyLimit = { BTC: 10_000_000_000n, USD: 0n }
  admin = await app.signInAdmin()
  passkey = await addPasskey(admin, app.context.config.publicUrl)
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
  outside = await regtest.rpc.wallet<string>('getnewaddress')
})

const reason = 'The deposits may be stolen.'
const turn = () => takeTurn(app.context, regtest, signer.socket)
const freeze = (until: string | null = null) =>
  admin.api.admin.suspendPerson({ id: user.userId, kind: 'money', reason, until })
const lift = () => admin.api.admin.liftSuspension({ id: user.userId })
const received = async () =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', outside, 0))

async function withdraw(amount: string) {
  await user.api.security.stepUp({ access_code: user.accessCode })
  return user.api.payments.createWithdrawal({ token_code: 'BTC', address: outside, amount })
}

async function asked(amount: string): Promise<string> {
  const made = await withdraw(amount)
  if (!made.ok) throw new Error(made.code)
  return made.value.data.id
}

async function approve(id: string): Promise<void> {
  const review = await admin.api.payments.readPayoutReview()
  const found = review.ok ? review.value.data.find(it => it.id === id) : undefined
  const response = passkey.answer(found?.attributes.passkey_challenge ?? '')
  const decided = await admin.api.payments.decideWithdrawal({ id, decision: 'approve', response })
  expect(decided).toMatchObject({ ok: true })
}

/** Returns the withdrawals' states and what they wait for, oldest first. */
async function listed() {
  const list = await user.api.payments.listWithdrawals()
  if (!list.ok) throw new Error(list.code)
  return list.value.data.map(it => [it.attributes.state, it.attributes.waits_for]).toReversed()
}

async function held() {
  const [amount] = await balances(app.context.db, [userAccount(Number(user.userId), 'BTC', 'held')])
  return amount
}

test('money of a frozen account is not paid out in any state before it is signed, and all of it once that is lifted', async () => {
  await depositBitcoin(app.context, regtest, user, '1')
  await asked('3000000')
  await turn()
  await asked('2000000')
  const [approvedBefore, approvedMeanwhile, canceled] = [
    await asked('10000001'),
    await asked('10000002'),
    await asked('10000003')
  ]
  await approve(approvedBefore)
  expect(await freeze()).toMatchObject({ status: 201 })
  expect(await withdraw('1000000')).toMatchObject({ status: 403, code: 'account_frozen' })
  await approve(approvedMeanwhile)
  await user.api.payments.cancelWithdrawal({ id: canceled })
  await turn()
  await regtest.mine(8)
  await turn()
  expect(await listed()).toEqual([
    // This withdrawal was already sent when the account was frozen.
    ['confirmed', null],
    ['requested', 'freeze'],
    ['approved', 'freeze'],
    ['approved', 'freeze'],
    ['cancelled', null]
  ])
  expect(await received()).toBe(2_995_000n)
  expect(await held()).toBe(22_000_003n)
  const review = await admin.api.payments.readPayoutReview()
  const inReview = review.ok ? review.value.data.map(it => it.attributes) : []
  expect(inReview.filter(it => it.user_id === user.userId)).toMatchObject([
    { waits_for: 'freeze' },
    { waits_for: 'freeze' },
    { waits_for: 'freeze' }
  ])
  expect((await lift()).ok).toBe(true)
  for (let round = 0; round < 2; round++) {
    await turn()
    await regtest.mine(8)
    await turn()
  }
  expect((await listed()).map(it => it[0])).toEqual([
    ...['confirmed', 'confirmed', 'confirmed', 'confirmed', 'cancelled']
  ])
  expect(await received()).toBe(24_980_003n)
  expect(await held()).toBe(0n)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  expect(await verifyChain(app.context)).toEqual([])
})

test('an automatic payout that was due while the account was frozen happens once that has ended by itself', async () => {
  await depositBitcoin(app.context, regtest, user, '0.05')
  await user.api.security.stepUp({ access_code: user.accessCode })
  const wish = { token_code: 'BTC', address: outside, threshold: '200000' } as const
  expect((await user.api.payments.setAutomaticPayout(wish)).ok).toBe(true)
  await freeze(new Date(app.context.now().getTime() + 60_000).toISOString())
  expect(await payOutAutomatically(app.context)).toBe(0)
  // The payout was not even attempted, so it shows no problem.
  expect(await user.api.payments.listAutomaticPayouts()).toMatchObject({
    value: { data: [{ attributes: { problem: null } }] }
  })
  await liftOverdueSuspensions(app.context)
  expect(await payOutAutomatically(app.context)).toBe(0)
  app.context.clock.advance(60_000)
  await liftOverdueSuspensions(app.context)
  expect(await payOutAutomatically(app.context)).toBe(1)
  await turn()
  expect(await listed()).toEqual([['sent', null]])
  expect(await received()).toBe(4_995_000n)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('of a withdrawal and a freeze at the same moment, the withdrawal is refused or waits', async () => {
  await credit(app.context, user.userId, 100_000_000n)
  await user.api.security.stepUp({ access_code: user.accessCode })
  const wish = { token_code: 'BTC', address: outside, amount: '100000' } as const
  const { createWithdrawal } = user.api.payments
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => createWithdrawal(wish)),
    freeze(),
    ...Array.from({ length: 10 }, () => createWithdrawal(wish))
  ])
  expect(await createWithdrawal(wish)).toMatchObject({ code: 'account_frozen' })
  const made = answers.filter(it => it.ok && it.status === 201).length - 1
  const waits = await listed()
  expect(waits).toEqual(Array.from({ length: made }, () => ['requested', 'freeze']))
  expect(answers.filter(it => !it.ok && it.code !== 'account_frozen')).toEqual([])
})
