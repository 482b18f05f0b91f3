import { addPasskey, type TestPasskey } from '@mille/testing/passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain,
  withdrawBitcoin
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { satoshis } from '../bitcoin/rpc.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let operator: SignedInBrowser
let passkey: TestPasskey

const wide = { once: 10n ** 12n, daily: 10n ** 12n }
const limits = { BTC: wide, USD: wide, coin: wide }

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  app = await createTestApp()
  const { payments, publicUrl } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  payments.withdrawals.dailyLimit = { BTC: 10n ** 10n, USD: 0n }
  await startSigner()
  user = await app.signIn()
  await depositBitcoin(app.context, regtest, user, '5')
  operator = await app.signInAdmin()
  passkey = await addPasskey(operator, publicUrl)
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

function startSigner(file = 'signed'): Promise<void> {
  const above = { BTC: 10_000_000n, USD: 0n }
  return signer.start(limits, file, { above, origin: app.context.config.publicUrl })
}
const turn = () => takeTurn(app.context, regtest, signer.socket)

const withdraw = (amount: string) => withdrawBitcoin(regtest, user, amount)
async function waiting(address: string, browser = operator) {
  const review = await browser.api.payments.readPayoutReview()
  const found = review.ok ? review.value.data.find(it => it.attributes.address === address) : null
  if (!found) throw new Error('The withdrawal is not there')
  return found
}
async function approve(address: string, by = passkey, browser = operator, site?: string) {
  const { id, attributes } = await waiting(address)
  const response = by.answer(attributes.passkey_challenge ?? '', site)
  return browser.api.payments.decideWithdrawal({ id, decision: 'approve', response })
}
const received = async (address: string) =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0))

test('an operator approves by a passkey over this very withdrawal, and the signer wants to know it', async () => {
  const address = await withdraw('20000000')
  const other = await withdraw('30000000')
  await turn()
  const { id } = await waiting(address)
  const decision = 'approve' as const
  expect(await operator.api.payments.decideWithdrawal({ id, decision })).toMatchObject({
    code: 'passkey_invalid'
  })
  const { attributes } = await waiting(other)
  const wrong = passkey.answer(attributes.passkey_challenge ?? '')
  expect(
    await operator.api.payments.decideWithdrawal({ id, decision, response: wrong })
  ).toMatchObject({ code: 'passkey_invalid' })
  const colleague = await app.signInAdmin()
  const theirs = await addPasskey(colleague, app.context.config.publicUrl)
  expect(await approve(address, theirs)).toMatchObject({ code: 'passkey_invalid' })
  expect(await approve(address, passkey, operator, 'https://elsewhere.example')).toMatchObject({
    code: 'passkey_invalid'
  })
  expect(await approve(address)).toMatchObject({ ok: true })

  // The server accepts the approval, but the signer does not know that passkey.
  await turn()
  expect((await waiting(address)).attributes).toMatchObject({
    state: 'requested',
    waits_for: 'signer',
    passkey_challenge: expect.any(String)
  })
  signer.trust(passkey)
  expect(await approve(address)).toMatchObject({ ok: true })
  await turn()
  expect([await received(address), await received(other)]).toEqual([19_995_000n, 0n])
})

test('raising the limit on the server does not change the signer’s limit', async () => {
  app.context.config.payments.withdrawals.approvalAbove = { BTC: 10n ** 10n, USD: 0n }
  // Confirms the previous payout's change, so that it can be spent.
  await regtest.mine(1)
  const address = await withdraw('40000000')
  expect((await waiting(address)).attributes.needs_approval).toBe(false)
  await turn()
  expect(await received(address)).toBe(0n)
  expect((await waiting(address)).attributes).toMatchObject({
    state: 'requested',
    needs_approval: true
  })
  expect(await approve(address)).toMatchObject({ ok: true })
  await turn()
  expect(await received(address)).toBe(39_995_000n)
})

test('small payouts that are too much together wait for an operator at the signer too', async () => {
  await regtest.mine(1)
  await startSigner('together')
  const [first, second] = [await withdraw('9900000'), await withdraw('9900000')]
  await turn()
  await regtest.mine(1)
  await turn()
  expect([await received(first), await received(second)]).toEqual([9_895_000n, 0n])
  expect((await waiting(second)).attributes).toMatchObject({
    state: 'requested',
    waits_for: 'signer',
    needs_approval: true
  })
  signer.trust(passkey, 'together')
  expect(await approve(second)).toMatchObject({ ok: true })
  await turn()
  expect(await received(second)).toBe(9_895_000n)
})
