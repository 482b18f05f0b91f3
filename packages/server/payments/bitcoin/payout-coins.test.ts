import { randomUUID } from 'node:crypto'
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
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readExtendedKey } from '../facts/extended-key.ts'
import { askSigner } from '../signer/ask-signer.ts'
import { listenForLines } from '../signer/listen.ts'
import type { SignerAnswer } from '../signer/protocol.ts'
import { addressAt } from './keys.ts'
import { paysAddress, readTransaction } from './read-transaction.ts'
import { satoshis } from './rpc.ts'
import { type BitcoinRequest, bitcoinRequest } from './signer-request.ts'

/** Each test has its own chain, database and signer, since each depends on which coins exist. */
let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser

beforeEach(async () => {
  await dispose()
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  user = await app.signIn()
}, 120_000)
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})
afterAll(dispose)

async function dispose(): Promise<void> {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
}

const turn = () => takeTurn(app.context, regtest, signer.socket)

const withdraw = (amount: string, browser = user) => withdrawBitcoin(regtest, browser, amount)

async function states(browser = user) {
  const list = await browser.api.payments.listWithdrawals()
  if (!list.ok) throw new Error(list.code)
  return list.value.data.map(({ attributes: it }) => [it.state, it.waits_for])
}

const received = async (address: string) =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0))

const payouts = () =>
  app.context.db
    .selectFrom('payouts')
    .select(['id', 'transaction_id', 'fee'])
    .orderBy('id')
    .execute()

/** Puts a socket between the server and the signer, whose answers the test controls. */
async function signThrough(
  answer: (request: BitcoinRequest) => Promise<SignerAnswer>
): Promise<string> {
  const path = `${signer.socket}.${randomUUID()}`
  const { stop } = await listenForLines({ path, groupId: null }, async line =>
    answer(bitcoinRequest.parse(JSON.parse(line)))
  )
  onTestFinished(stop)
  return path
}

test('a withdrawal larger than any coin is paid from many small ones', async () => {
  const first = await depositBitcoin(app.context, regtest, user, '0.002')
  const made = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  const own = made.ok ? (made.value.data[0]?.attributes.address ?? '') : ''
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  for (let coin = 1; coin < 48; coin++) await regtest.pay({ [own]: '0.002' })
  // Miners are paid from the network's own coins.
  const float = addressAt(readExtendedKey(regtest.config.xpub), 990, 'regtest')
  await regtest.pay({ [float]: '0.0015' })
  await regtest.mine(2)
  await turn()
  const address = await withdraw('9000000')
  await turn()
  expect(await received(address)).toBe(8_995_000n)
  const inputs = await app.context.db.selectFrom('payout_inputs').select('output').execute()
  expect(inputs.length).toBeGreaterThanOrEqual(45)
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual([['confirmed', null]])
})

test('withdrawals that are due together go out in one transaction', async () => {
  const people = [user, await app.signIn(), await app.signIn()]
  const addresses: string[] = []
  for (const it of people) {
    await depositBitcoin(app.context, regtest, it, '0.02')
    addresses.push(await withdraw('1000000', it))
  }
  await turn()
  expect(await payouts()).toHaveLength(1)
  for (const it of addresses) expect(await received(it)).toBe(995_000n)
  await regtest.mine(8)
  await turn()
  for (const it of people) expect(await states(it)).toEqual([['confirmed', null]])
})

test('coins that cost more than they are worth are left alone, and what waits for others says so', async () => {
  // With this minimum, dust is credited.
  regtest.config.minimumDeposit = 1n
  await depositBitcoin(app.context, regtest, user, '0.002')
  const made = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  const own = made.ok ? (made.value.data[0]?.attributes.address ?? '') : ''
  for (let coin = 0; coin < 10; coin++) await regtest.pay({ [own]: '0.000006' })
  await regtest.mine(2)
  await turn()
  // The withdrawal takes the whole balance, whose dust cannot be spent.
  const address = await withdraw('206000')
  await turn()
  expect(await states()).toEqual([['requested', 'coins']])
  expect(await received(address)).toBe(0n)
  // The next withdrawal in the queue is small enough to be paid.
  const other = await app.signIn()
  await depositBitcoin(app.context, regtest, other, '0.0015')
  const small = await withdraw('100000', other)
  await turn()
  expect([await received(address), await received(small)]).toEqual([201_000n, 95_000n])
})

test('a withdrawal over the signer’s limit says so, and does not delay others', async () => {
  await depositBitcoin(app.context, regtest, user, '0.2')
  const limits = { once: 3_000_000n, daily: 10_000_000n }
  await signer.start({ BTC: limits, USD: limits, coin: limits }, 'small.json')
  const large = await withdraw('5000000')
  const small = await withdraw('2000000')
  // Withdrawals to a second address are frozen for three days.
  app.context.clock.advance(72 * 3_600_000)
  await turn()
  expect(await states()).toEqual([
    ['sent', null],
    ['requested', 'signer']
  ])
  expect([await received(large), await received(small)]).toEqual([0n, 1_995_000n])
  await regtest.mine(1)
  await signer.start()
  await turn()
  expect(await states()).toEqual([
    ['sent', null],
    ['sent', null]
  ])
})

test('while the signer is away, what is due says so', async () => {
  await depositBitcoin(app.context, regtest, user, '0.2')
  await withdraw('2000000')
  await signer.stop()
  await expect(turn()).rejects.toThrow('The signer gives no answer')
  expect(await states()).toEqual([['requested', 'signer']])
  await signer.start()
  await turn()
  expect(await states()).toEqual([['sent', null]])
})

test('a bump keeps to its inputs when fees have fallen, and is taken by the node', async () => {
  await depositBitcoin(app.context, regtest, user, '0.011')
  await depositBitcoin(app.context, regtest, user, '0.011')
  // The payout has no change, so its replacement has to add a coin and still pay more per byte.
  await withdraw('1102500')
  await turn()
  app.context.clock.advance(61 * 60_000)
  await turn()
  const [first, second] = await payouts()
  const pool = await regtest.rpc.call<string[]>('getrawmempool')
  expect(pool).toEqual([second?.transaction_id])
  expect(second!.fee >= (first!.fee * 3n) / 2n).toBe(true)
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual([['confirmed', null]])
})

test('the change is where the bytes pay it, whatever another chain pays meanwhile', async () => {
  await depositBitcoin(app.context, regtest, user, '0.1')
  await withdraw('1000000')
  const { db } = app.context
  let asked = 0
  const socket = await signThrough(async request => {
    asked++
    const other = { chain: 'ethereum', transaction_id: `other ${asked}`, raw: '', fee: 0n }
    const created_at = app.context.now()
    await db
      .insertInto('payouts')
      .values({ ...other, state: 'failed', created_at })
      .execute()
    return askSigner(signer.socket, request)
  })
  await takeTurn(app.context, regtest, socket)
  // The payout is signed again with a higher fee, and its change address must again match the bytes.
  app.context.clock.advance(61 * 60_000)
  await takeTurn(app.context, regtest, socket)
  expect(asked).toBe(2)
  await db.deleteFrom('payouts').where('chain', '=', 'ethereum').execute()
  const stored = await db.selectFrom('payouts').select(['raw', 'change_address']).execute()
  expect(stored).toHaveLength(2)
  for (const { raw, change_address: change } of stored) {
    const isPaid = readTransaction(raw).outputs.map(it => paysAddress(it.script, change ?? ''))
    expect(isPaid).toEqual([false, true])
  }
  expect(await verifyChain(app.context)).toEqual([])
})

test('bytes that pay others than the signer was asked to are not stored', async () => {
  await depositBitcoin(app.context, regtest, user, '0.1')
  const address = await withdraw('1000000')
  const stranger = await regtest.rpc.wallet<string>('getnewaddress')
  const withdrawal = randomUUID()
  const broken = await signThrough(async ({ change, ...request }) => {
    const more = { withdrawal, address: stranger, insteadOf: null, approval: null }
    const payments = [...request.payments, { ...more, amount: change?.amount ?? 0n }]
    return askSigner(signer.socket, { ...request, payments, change: null })
  })
  await expect(takeTurn(app.context, regtest, broken)).rejects.toThrow('others than it was asked')
  expect(await states()).toEqual([['requested', 'signer']])
  // Wrong payments are not accepted as an earlier transaction either: one that spends the same coins replaces it.
  const forgetful = await signThrough(async request => {
    const answer = await askSigner(signer.socket, request)
    if (answer.ok || !answer.earlier) return answer
    const withdrawals = answer.earlier.withdrawals.filter(it => it !== withdrawal)
    return { ...answer, earlier: { ...answer.earlier, withdrawals } }
  })
  await depositBitcoin(app.context, regtest, user, '0.2')
  await takeTurn(app.context, regtest, forgetful)
  expect([await received(address), await received(stranger)]).toEqual([995_000n, 0n])
  expect(await payouts()).toHaveLength(1)
})

test('what would arrive is never dust, whatever the operator has set', async () => {
  const { withdrawals } = app.context.config.payments
  withdrawals.minimum = { BTC: 1n, USD: 1n }
  await depositBitcoin(app.context, regtest, user, '0.01')
  await expect(withdraw('5999')).rejects.toThrow('amount_below_minimum')
  const list = await user.api.payments.listWithdrawals()
  expect(list.ok && list.value.meta.options[0]?.minimum).toBe('6000')
  const address = await withdraw('6000')
  await turn()
  expect(await received(address)).toBe(1_000n)
})

test('a key that a person chooses never collides with that of a payout’s step or of another account', async () => {
  await depositBitcoin(app.context, regtest, user, '0.1')
  await user.api.security.stepUp({ access_code: user.accessCode })
  const address = await regtest.rpc.wallet<string>('getnewaddress')
  const input = { token_code: 'BTC' as const, address, amount: '1000000' }
  // In this test, the account and its first withdrawal have the same ID.
  const ids: string[] = []
  for (const idempotencyKey of ['paid', 'fee', 'back']) {
    const made = await user.api.payments.createWithdrawal(input, { idempotencyKey })
    if (made.ok) ids.push(made.value.data.id)
  }
  expect(ids[0]).toBe(user.userId)
  await user.api.payments.cancelWithdrawal({ id: ids[2] ?? '' })
  await turn()
  await regtest.mine(8)
  await turn()
  expect((await states()).map(([state]) => state)).toEqual(['cancelled', 'confirmed', 'confirmed'])
  const sums = await Promise.all(ids.map(id => entriesOf(`withdrawal-${id}`)))
  expect(sums).toEqual([-1_000_000n, -1_000_000n, 0n])
})

async function entriesOf(id: string): Promise<bigint> {
  const read = await user.api.finances.readOperation({ userId: user.userId, id })
  if (!read.ok) throw new Error(read.code)
  return read.value.meta.entries.reduce((sum, it) => sum + BigInt(it.amount), 0n)
}
