import { addPasskey, type TestPasskey } from '@mille/testing/passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  withdrawBitcoin
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { spendAway } from '@mille/testing/spend-away.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { satoshis } from './rpc.ts'

/** The operator uses the signer's key to spend coins outside the server, which kills payouts. */
let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let operator: SignedInBrowser
let passkey: TestPasskey

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  app = await createTestApp()
  const { payments, publicUrl } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  payments.withdrawals.dailyLimit = { BTC: 10n ** 10n, USD: 0n }
  const wide = { once: 10n ** 12n, daily: 10n ** 12n }
  const above = { BTC: 10_000_000n, USD: 0n }
  const approvals = { above, origin: publicUrl }
  await signer.start({ BTC: wide, USD: wide, coin: wide }, 'signed', approvals)
  operator = await app.signInAdmin()
  passkey = await addPasskey(operator, publicUrl)
  signer.trust(passkey)
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
  // Settles the payouts that other tests left.
  await regtest.mine(9)
  await turn()
  await turn()
})

const turn = () => takeTurn(app.context, regtest, signer.socket)

const withdraw = (amount: string) => withdrawBitcoin(regtest, user, amount)
async function newest() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data[0]?.attributes : undefined
}
const received = async (address: string) =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0))

test('a payout whose coin is spent elsewhere is known as dead, and its withdrawal is paid with another', async () => {
  await depositBitcoin(app.context, regtest, user, '0.05')
  await depositBitcoin(app.context, regtest, user, '0.04')
  const address = await withdraw('1000000')
  await turn()
  expect(await newest()).toMatchObject({ state: 'sent' })
  await spendAway(app.context, regtest, 5)
  // The conflicting transaction could disappear again with a reorganization, so nothing else is signed in the meantime,
  // at any fee.
  app.context.clock.advance(61 * 60_000)
  await turn()
  expect(await newest()).toMatchObject({ state: 'sent' })
  const payouts = await app.context.db.selectFrom('payouts').select('id').execute()
  expect(payouts).toHaveLength(1)
  await regtest.mine(1)
  await turn()
  expect(await received(address)).toBe(995_000n)
  await regtest.mine(8)
  await turn()
  expect(await newest()).toMatchObject({ state: 'confirmed' })
})

test('so is one that no node ever took', async () => {
  await depositBitcoin(app.context, regtest, user, '0.05')
  const address = await withdraw('1000000')
  await turn()
  // Simulates a payout that was never sent and a wallet that was created again.
  await app.context.db
    .updateTable('payouts')
    .set({ state: 'signed', sent_at: null })
    .where('state', '=', 'sent')
    .execute()
  await spendAway(app.context, regtest, 6)
  await turn()
  expect(await received(address)).toBe(995_000n)
})

test('a large payout that died goes back to an operator, who approves it again or fails it', async () => {
  for (const decision of ['approve', 'reject'] as const) {
    await depositBitcoin(app.context, regtest, user, '0.3')
    await depositBitcoin(app.context, regtest, user, '0.31')
    const address = await withdraw('20000000')
    const waiting = async () => {
      const review = await operator.api.payments.readPayoutReview()
      return review.ok ? review.value.data.find(it => it.attributes.address === address) : undefined
    }
    const first = await waiting()
    const id = first?.id ?? ''
    const challenge = first?.attributes.passkey_challenge ?? ''
    const approval = passkey.answer(challenge)
    await operator.api.payments.decideWithdrawal({ id, decision: 'approve', response: approval })
    await turn()
    expect(await newest()).toMatchObject({ state: 'sent' })
    await spendAway(app.context, regtest, 6)
    await turn()
    const again = await waiting()
    expect(again?.attributes).toMatchObject({
      state: 'requested',
      instead_of: first && expect.stringMatching(/^[0-9a-f]{64}$/)
    })
    expect(again?.attributes.passkey_challenge).not.toBe(challenge)
    // The approval of the first payout does not allow a second one.
    const old = { id, decision: 'approve' as const, response: passkey.answer(challenge) }
    expect(await operator.api.payments.decideWithdrawal(old)).toMatchObject({
      code: 'passkey_invalid'
    })
    const response = passkey.answer(again?.attributes.passkey_challenge ?? '')
    expect(
      await operator.api.payments.decideWithdrawal({
        id,
        decision,
        response,
        reason: 'Cold storage has it'
      })
    ).toMatchObject({ ok: true })
    await turn()
    expect(await received(address)).toBe(decision === 'approve' ? 19_995_000n : 0n)
    expect(await newest()).toMatchObject({ state: decision === 'approve' ? 'sent' : 'failed' })
    await regtest.mine(9)
    await turn()
  }
})

test('a fee is raised to some times what is usual, and then no more', async () => {
  await depositBitcoin(app.context, regtest, user, '0.05')
  await withdraw('1000000')
  for (let hour = 0; hour < 12; hour++) {
    await turn()
    app.context.clock.advance(61 * 60_000)
  }
  const payouts = await app.context.db
    .selectFrom('payouts')
    .select('fee')
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute()
  expect(payouts.length).toBeGreaterThan(2)
  expect(payouts.length).toBeLessThan(6)
  // A transaction with one input and two outputs costs 1,410 satoshis at 10 satoshis per byte.
  expect(payouts.at(-1)!.fee < 1_410n * 6n).toBe(true)
})
