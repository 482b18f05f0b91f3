import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import { addPasskey } from '@mille/testing/passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { createRandom } from '@mille/testing/random.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, networkAccount, userAccount, verifyLedger } from '../../ledger/index.ts'
import { verifyBooks } from '../../seals/index.ts'
import { payBitcoin } from '../bitcoin/pay.ts'
import { createBitcoinRpc, satoshis } from '../bitcoin/rpc.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
/** Recipient of withdrawals: an address of the node's own wallet, which belongs to no account of the network. */
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
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
  outside = await regtest.rpc.wallet<string>('getnewaddress')
  // Settles the payouts that other tests left.
  await regtest.mine(9)
  await turn()
  await turn()
})

afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const turn = () => takeTurn(app.context, regtest, signer.socket)
const fund = (amount: string, browser = user) =>
  depositBitcoin(app.context, regtest, browser, amount)

async function prove(browser = user): Promise<void> {
  const proved = await browser.api.security.stepUp({ access_code: browser.accessCode })
  expect(proved.ok).toBe(true)
}

async function withdraw(amount: string, address = outside, browser = user) {
  await prove(browser)
  return browser.api.payments.createWithdrawal({ token_code: 'BTC', address, amount })
}

async function available(browser = user) {
  const own = Number(browser.userId)
  const [free, held] = await balances(app.context.db, [
    userAccount(own, 'BTC'),
    userAccount(own, 'BTC', 'held')
  ])
  return { free, held }
}

async function states(browser = user) {
  const list = await browser.api.payments.listWithdrawals()
  if (!list.ok) throw new Error(list.code)
  return list.value.data.map(it => it.attributes.state)
}

/** Returns the addresses to which withdrawals are still frozen. */
async function frozen() {
  const list = await user.api.payments.listWithdrawals()
  const addresses = list.ok ? (list.value.meta.options[0]?.addresses ?? []) : []
  return addresses.flatMap(it => (it.is_frozen ? [it.address] : []))
}

const received = async (address = outside) =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0))

test('pays what was asked for less the fee, and settles it in the books', async () => {
  await fund('0.5')
  const before = await balances(app.context.db, [networkAccount('BTC', 'fee')])
  const asked = await withdraw('9000000')
  expect(asked).toMatchObject({
    ok: true,
    value: { data: { attributes: { state: 'requested', amount: '9000000', fee: '5000' } } }
  })
  expect(await available()).toEqual({ free: 41_000_000n, held: 9_000_000n })
  await turn()
  expect(await states()).toEqual(['sent'])
  expect(await received()).toBe(8_995_000n)
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await available()).toEqual({ free: 41_000_000n, held: 0n })
  const [fee] = await balances(app.context.db, [networkAccount('BTC', 'fee')])
  expect((fee ?? 0n) - (before[0] ?? 0n)).toBe(5_000n)
  // The books and the chain agree to the satoshi: deposits minus payouts and miners' fees.
  const { mine } = await walletBalances()
  const [ledger] = await balances(app.context.db, [networkAccount('BTC', 'outside')])
  expect(satoshis(mine.trusted)).toBe(-(ledger ?? 0n))
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

const walletBalances = () =>
  createBitcoinRpc(regtest.config).wallet<{ mine: { trusted: string } }>('getbalances')

test('asks for a fresh proof, and refuses in this order', async () => {
  const { api } = user
  const input = { token_code: 'BTC' as const, address: outside, amount: '200000' }
  expect(await api.payments.createWithdrawal(input)).toMatchObject({ code: 'step_up_required' })
  await prove()
  expect(await api.payments.createWithdrawal({ ...input, token_code: 'USDT' })).toMatchObject({
    code: 'token_unavailable'
  })
  for (const address of [
    `${outside.slice(0, -1)}${outside.endsWith('q') ? 'p' : 'q'}`,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
  ])
    expect(await api.payments.createWithdrawal({ ...input, address }), address).toMatchObject({
      code: 'address_invalid'
    })
  const own = await api.payments.createDepositAddress({
    depositable_id: user.userId,
    depositable_type: 'user',
    token_code: 'BTC'
  })
  const address = own.ok ? own.value.data.attributes.address : ''
  expect(
    await api.payments.createWithdrawal({ ...input, address: address.toUpperCase() })
  ).toMatchObject({ code: 'address_of_network' })
  expect(await api.payments.createWithdrawal({ ...input, amount: '99999' })).toMatchObject({
    code: 'amount_below_minimum'
  })
  expect(await api.payments.createWithdrawal({ ...input, amount: '10000000001' })).toMatchObject({
    code: 'amount_over_limit'
  })
  expect(await api.payments.createWithdrawal(input)).toMatchObject({ code: 'insufficient_funds' })
})

test('of 100 concurrent withdrawals of the whole balance one succeeds', async () => {
  await fund('0.01')
  await prove()
  const input = { token_code: 'BTC' as const, address: outside, amount: '1000000' }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => user.api.payments.createWithdrawal(input))
  )
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  expect(answers.filter(it => !it.ok && it.code === 'insufficient_funds')).toHaveLength(99)
  expect(await available()).toEqual({ free: 0n, held: 1_000_000n })
})

test('100 concurrent copies with one key have one effect and equal replies', async () => {
  await fund('0.05')
  await prove()
  const input = { token_code: 'BTC' as const, address: outside, amount: '1000000' }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      user.api.payments.createWithdrawal(input, { idempotencyKey: 'one' })
    )
  )
  expect(new Set(answers.map(it => JSON.stringify(it))).size).toBe(1)
  expect(answers[0]).toMatchObject({ ok: true, status: 201 })
  expect(await available()).toEqual({ free: 4_000_000n, held: 1_000_000n })
  const other = { ...input, amount: '1000001' }
  expect(await user.api.payments.createWithdrawal(other, { idempotencyKey: 'one' })).toMatchObject({
    code: 'idempotency_key_reused'
  })
})

test('can be canceled until it is signed, by its owner alone', async () => {
  await fund('0.02')
  const asked = await withdraw('1000000')
  const id = asked.ok ? asked.value.data.id : ''
  const stranger = await app.signIn()
  expect(await stranger.api.payments.cancelWithdrawal({ id })).toMatchObject({ code: 'not_found' })
  expect((await user.api.payments.cancelWithdrawal({ id })).status).toBe(204)
  expect(await available()).toEqual({ free: 2_000_000n, held: 0n })
  expect(await user.api.payments.cancelWithdrawal({ id })).toMatchObject({
    code: 'state_not_allowed'
  })
  const second = await withdraw('1000000')
  await turn()
  expect(
    await user.api.payments.cancelWithdrawal({ id: second.ok ? second.value.data.id : '' })
  ).toMatchObject({ code: 'state_not_allowed' })
  expect(await states()).toEqual(['sent', 'cancelled'])
})

test('the owner gets one email about each new address', async () => {
  await fund('0.02')
  await prove()
  const email = `owner-${user.userId}@example.com`
  const { db } = app.context
  await db.updateTable('users').set({ email }).where('id', '=', Number(user.userId)).execute()
  const other = await regtest.rpc.wallet<string>('getnewaddress')
  for (const address of [outside, outside, other]) {
    const input = { token_code: 'BTC' as const, address, amount: '200000' }
    expect(await user.api.payments.createWithdrawal(input)).toMatchObject({ ok: true })
  }
  const refused = { token_code: 'BTC' as const, address: regtestNobody, amount: '9000000' }
  expect(await user.api.payments.createWithdrawal(refused)).toMatchObject({ ok: false })
  const mails = await db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain(outside)
  expect(mails[0]?.text).toContain('sent immediately')
  expect(mails[1]?.text).toContain(other)
  expect(mails[1]?.text).toContain('before March 5, 2026 at 10:00 AM UTC')
})

test('an address in capital letters is the same address', async () => {
  await fund('0.02')
  const other = await regtest.rpc.wallet<string>('getnewaddress')
  await withdraw('500000')
  for (const address of [outside.toUpperCase(), ` ${outside} `])
    expect(await withdraw('300000', address)).toMatchObject({
      value: { data: { attributes: { address: outside, not_before: null } } }
    })
  await withdraw('300000', other.toUpperCase())
  await withdraw('200000', other)
  expect(await frozen()).toEqual([other])
})

const regtestNobody = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

test('money for another address than the first waits, and says so', async () => {
  await fund('0.02')
  await withdraw('500000')
  const other = await regtest.rpc.wallet<string>('getnewaddress')
  const asked = await withdraw('400000', other)
  const until = new Date(app.context.now().getTime() + 72 * 3_600_000).toISOString()
  expect(asked).toMatchObject({ value: { data: { attributes: { not_before: until } } } })
  await turn()
  expect(await states()).toEqual(['requested', 'sent'])
  const holds = await user.api.finances.readHolds({ userId: user.userId })
  expect(holds.ok && holds.value.data[0]?.attributes).toMatchObject({
    reason: 'frozen_address',
    amount: '400000',
    until
  })
  // A withdrawal's hold is part of the held balance until the withdrawal is confirmed.
  const balances = await user.api.finances.readBalances({ userId: user.userId })
  expect(balances.ok && balances.value.data[0]?.attributes).toMatchObject({
    held: '900000',
    pending_withdrawals: '900000'
  })
  expect(await frozen()).toEqual([other])
  expect(await verifyBooks(app.context)).toMatchObject({ ok: true })
  app.context.clock.advance(72 * 3_600_000)
  expect(await frozen()).toEqual([])
  // Confirms the first payout's change, so that it can be spent.
  await regtest.mine(1)
  await turn()
  expect(await states()).toEqual(['sent', 'sent'])
})

test('above the operator’s limit a second person says yes', async () => {
  const admin = await app.signInAdmin()
  const nameInReview = async (names: { username: string | null; email?: string }) => {
    const id = Number(user.userId)
    await app.context.db.updateTable('users').set(names).where('id', '=', id).execute()
    const list = await admin.api.payments.readPayoutReview()
    const all = list.ok ? list.value.data.map(it => it.attributes) : []
    return all.find(it => it.user_id === user.userId)?.user_name
  }
  await fund('0.5')
  await fund('0.5', admin)
  await withdraw('10000001')
  await withdraw('10000001', outside, admin)
  await turn()
  expect(await states()).toEqual(['requested'])
  const review = await admin.api.payments.readPayoutReview()
  const [own, theirs] = review.ok ? review.value.data : []
  // For an account without a name and an email address, only its number is shown.
  expect(own?.attributes).toMatchObject({ user_id: admin.userId, user_name: null })
  expect(await nameInReview({ username: 'grace' })).toBe('grace')
  expect(await nameInReview({ username: null, email: 'grace@example.com' })).toBe(
    'grace@example.com'
  )
  const decision = 'approve' as const
  const passkey = await addPasskey(admin, app.context.config.publicUrl)
  const response = passkey.answer(theirs?.attributes.passkey_challenge ?? '')
  expect(await admin.api.payments.decideWithdrawal({ id: own?.id ?? '', decision })).toMatchObject({
    code: 'own_withdrawal'
  })
  expect(
    await user.api.payments.decideWithdrawal({ id: theirs?.id ?? '', decision, response })
  ).toMatchObject({ code: 'not_authorized' })
  expect(
    await admin.api.payments.decideWithdrawal({ id: theirs?.id ?? '', decision, response })
  ).toMatchObject({ ok: true, value: { data: { attributes: { state: 'approved' } } } })
  const second = await app.signInAdmin()
  expect(
    await second.api.payments.decideWithdrawal({ id: own?.id ?? '', decision: 'reject' })
  ).toMatchObject({ ok: true })
  await turn()
  expect(await states()).toEqual(['sent'])
  expect(await states(admin)).toEqual(['failed'])
  expect(await available(admin)).toEqual({ free: 50_000_000n, held: 0n })
})

test('while the signer or the node is away nothing moves, and it goes on afterwards', async () => {
  await fund('0.02')
  await withdraw('1000000')
  await signer.stop()
  await expect(turn()).rejects.toThrow()
  expect(await states()).toEqual(['requested'])
  await signer.start()
  await regtest.stop()
  await expect(turn()).rejects.toThrow()
  expect(await states()).toEqual(['requested'])
  await regtest.start()
  await turn()
  expect(await states()).toEqual(['sent'])
  expect(await received()).toBe(995_000n)
})

test('a withdrawal of a suspended account waits, and is paid once that is lifted; one that was sent stays', async () => {
  const admin = await app.signInAdmin()
  await fund('0.2')
  await withdraw('3000000')
  await turn()
  await withdraw('2000000')
  const { userId: id } = user
  expect((await admin.api.admin.suspendPerson({ id, reason: 'It was stolen.' })).ok).toBe(true)
  await turn()
  await regtest.mine(8)
  await turn()
  const list = await user.api.payments.listWithdrawals()
  expect(list.ok && list.value.data.map(it => it.attributes)).toMatchObject([
    { state: 'requested', waits_for: 'suspension' },
    { state: 'confirmed', waits_for: null }
  ])
  expect(await available()).toEqual({ free: 15_000_000n, held: 2_000_000n })
  expect((await admin.api.admin.liftSuspension({ id })).ok).toBe(true)
  await turn()
  expect(await states()).toEqual(['sent', 'confirmed'])
})

test('the signer lets out no more than its own limit', async () => {
  await fund('0.05')
  const limits = { once: 1_000_000n, daily: 2_000_000n }
  await signer.start({ BTC: limits, USD: limits, coin: limits }, 'small.json')
  await withdraw('1000000')
  await withdraw('900000')
  await withdraw('1500000')
  // The three withdrawals together exceed the signer's limit, and so does the last one alone.
  for (let round = 0; round < 4; round++) await turn()
  expect(await states()).toEqual(['requested', 'sent', 'sent'])
  await signer.start()
  await turn()
  expect(await states()).toEqual(['sent', 'sent', 'sent'])
})

test('a payout that waits too long is replaced by one that shares its input, and paid once', async () => {
  await fund('0.3')
  await withdraw('2000000')
  await turn()
  app.context.clock.advance(61 * 60_000)
  await turn()
  const payouts = await app.context.db
    .selectFrom('payouts')
    .select(['id', 'transaction_id', 'fee', 'state', 'replaces'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const [second, first] = payouts
  expect(second).toMatchObject({ replaces: first?.id, state: 'sent' })
  expect(second!.fee >= (first!.fee * 3n) / 2n).toBe(true)
  const inputs = await app.context.db
    .selectFrom('payout_inputs')
    .select(['payout_id', 'transaction_id', 'output'])
    .where('payout_id', 'in', [first!.id, second!.id])
    .execute()
  const names = inputs.map(it => `${it.transaction_id}:${it.output}`)
  expect(new Set(names).size).toBeLessThan(names.length)
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await received()).toBe(1_995_000n)
  const ended = await app.context.db
    .selectFrom('payouts')
    .select('state')
    .where('id', 'in', [first!.id, second!.id])
    .orderBy('id')
    .execute()
  expect(ended.map(it => it.state)).toEqual(['replaced', 'confirmed'])
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('a payout whose coins a reorganization takes away is signed again with others', async () => {
  const stranger = await app.signIn()
  await fund('0.09')
  // The largest coin is spent first: the payout spends another account's deposit, which a reorganization then removes.
  const taken = await fund('9', stranger)
  await withdraw('8000000')
  await turn()
  expect(await states()).toEqual(['sent'])
  const [first] = await payoutsOf(taken)
  expect(first).toBeDefined()
  await regtest.rewind(2)
  await regtest.doubleSpend(taken)
  await regtest.mine(3)
  await turn()
  // The payout is not failed yet, since the chain could still come back.
  expect(await states()).toEqual(['sent'])
  await regtest.mine(9)
  for (let round = 0; round < 3; round++) await turn()
  await regtest.mine(9)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await received()).toBe(7_995_000n)
  expect(await available(stranger)).toEqual({ free: 0n, held: 0n })
})

test('a payout whose coin a reorganization dropped, and the payer does not send again, is paid with that coin', async () => {
  const stranger = await app.signIn()
  await fund('0.09')
  const made = await stranger.api.payments.createDepositAddress({
    depositable_id: stranger.userId,
    depositable_type: 'user',
    token_code: 'BTC'
  })
  const address = made.ok ? made.value.data.attributes.address : ''
  // As wallets do, sets a lock time that keeps the transaction out of blocks below the current height.
  const locktime = await regtest.rpc.call<number>('getblockcount')
  const sent = ['send', { [address]: '9' }, null, 'unset', 5, { locktime }] as const
  const { txid: dropped } = await regtest.rpc.wallet<{ txid: string }>(...sent)
  await regtest.mine(2)
  await turn()
  await withdraw('8000000')
  await turn()
  expect(await payoutsOf(dropped)).toHaveLength(1)
  // Below that height, the node drops the transaction and everything that spends it.
  await regtest.rewind(3)
  expect(await regtest.rpc.call<string[]>('getrawmempool')).not.toContain(dropped)
  await regtest.mineEmpty(6)
  for (let round = 0; round < 3; round++) {
    await regtest.mine(5)
    await turn()
  }
  expect(await states()).toEqual(['confirmed'])
  expect(await received()).toBe(7_995_000n)
  expect(await payoutsOf(dropped)).toHaveLength(1)
})

test('a withdrawal of a deposit that never was fails, and nothing is paid', async () => {
  const taken = await fund('9')
  await withdraw('8000000')
  await turn()
  expect(await payoutsOf(taken)).toHaveLength(1)
  await regtest.rewind(2)
  await regtest.doubleSpend(taken)
  await regtest.mine(11)
  for (let round = 0; round < 3; round++) await turn()
  expect(await states()).toEqual(['failed'])
  expect(await received()).toBe(0n)
  expect(await available()).toEqual({ free: 0n, held: 0n })
})

const payoutsOf = (transactionId: string) =>
  app.context.db
    .selectFrom('payout_inputs')
    .select('payout_id')
    .where('transaction_id', '=', transactionId)
    .execute()

const kills = process.env.MILLE_PROOF === 'full' ? 100 : 5

test(`a process that dies at any moment pays once, ${kills} times over`, async () => {
  const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`payouts with crashes: MILLE_SEED=${seed}\n`)
  const random = createRandom(seed)
  await fund('5')
  let crashes = 0
  let paid = 0n
  for (let round = 0; round < kills; round++) {
    // All withdrawals together stay below the approval limit.
    await withdraw('100000')
    paid += 95_000n
    const crashing = createCrashingDatabase(app.context, random)
    crashing.setRisk(0.15)
    const context = { ...app.context, db: crashing.db }
    for (let tries = 0; tries < 3; tries++)
      await payBitcoin(context, regtest.config, signer.socket).catch(() => {})
    crashes += crashing.crashes()
    await regtest.mine(1)
  }
  for (let round = 0; round < 3; round++) {
    await turn()
    await regtest.mine(8)
  }
  await turn()
  expect(crashes).toBeGreaterThan(0)
  expect(new Set(await states())).toEqual(new Set(['confirmed']))
  expect(await received()).toBe(paid)
  const { mine } = await walletBalances()
  const [ledger] = await balances(app.context.db, [networkAccount('BTC', 'outside')])
  expect(satoshis(mine.trusted)).toBe(-(ledger ?? 0n))
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})
