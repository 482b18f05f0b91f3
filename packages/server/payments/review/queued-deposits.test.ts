import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import {
  createTestSigner,
  newDepositAddress,
  type TestSigner,
  takeTokenTurn
} from '@mille/testing/payments.ts'
import { takeBackup } from '@mille/testing/restore.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount } from '../../ledger/index.ts'
import { payingAddress } from '../ethereum/keys.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { verifyPayments } from '../reserve/verify.ts'

let anvil: Anvil
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  anvil = await startAnvil()
  const { key, config } = anvil
  const { chainId, tokens } = config
  signer = createTestSigner(null, { key, chainId, contracts: tokens })
  await signer.start()
  app = await createTestApp()
  app.context.config.payments.ethereum = anvil.config
  app.context.config.payments.signerSocket = signer.socket
  await anvil.fill('USDT', 10n ** 12n)
  admin = await app.signInAdmin()
  await turn()
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await anvil?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
})

const turn = () => takeTokenTurn(app.context, anvil.config, signer.socket)

async function newAddress(browser = user): Promise<string> {
  return newDepositAddress(browser, 'USDT')
}

async function available(browser = user) {
  const [free] = await balances(app.context.db, [userAccount(Number(browser.userId), 'USD')])
  return free
}

async function queue() {
  const list = await admin.api.payments.listQueuedDeposits()
  if (!list.ok) throw new Error(list.code)
  return list.value.data
}

test('tokens and coin that others send to the paying account wait for the operator', async () => {
  const paying = payingAddress(anvil.config)
  await anvil.pay('USDT', paying, 25_000_000n)
  await anvil.payCoin(paying, 10n ** 17n)
  await anvil.mine(3)
  await turn()
  const [tokens, coin] = await queue()
  expect(tokens?.attributes).toMatchObject({ amount: '2500000000', why: 'paying_account' })
  expect(coin?.attributes).toMatchObject({ amount: '10000000', why: 'coin' })
  const given = { id: tokens?.id ?? '', user_id: user.userId }
  expect(await admin.api.payments.assignDeposit({ ...given, worth: '1' })).toMatchObject({
    code: 'worth_not_allowed'
  })
  expect((await admin.api.payments.assignDeposit(given)).ok).toBe(true)
  const put = { id: coin?.id ?? '', reason: 'Gas of our own' }
  expect((await admin.api.payments.putAwayDeposit(put)).ok).toBe(true)
  expect(await admin.api.payments.putAwayDeposit(put)).toMatchObject({ code: 'state_not_allowed' })
  expect(await queue()).toEqual([])
  await turn()
  expect(await available()).toBe(2_500_000_000n)
})

test('coin at an address is given to an account for what the operator says it is worth', async () => {
  const address = await newAddress()
  await turn()
  await anvil.payCoin(address, 10n ** 18n)
  await anvil.mine(3)
  await turn()
  const [coin] = await queue()
  const given = { id: coin?.id ?? '', user_id: user.userId }
  expect(await admin.api.payments.assignDeposit(given)).toMatchObject({ code: 'worth_required' })
  expect((await admin.api.payments.assignDeposit({ ...given, worth: '310000000000' })).ok).toBe(
    true
  )
  await turn()
  expect(await available()).toBe(310_000_000_000n)
  const read = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  expect(read.ok && read.value.data[0]?.attributes.deposits[0]?.state).toBe('credited')
  // A reorganization takes the deposit out of the chain, and the credit with it.
  await anvil.reorganise(3)
  await turn()
  expect(await available()).toBe(0n)
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
})

test('no operator alone gives away what is above the approval limit, nor anything to themselves', async () => {
  const second = await app.signInAdmin()
  const address = await newAddress()
  await turn()
  await anvil.payCoin(address, 10n ** 18n)
  await anvil.mine(3)
  await turn()
  const coin = (await queue()).at(-1)
  const { assignDeposit } = admin.api.payments
  const given = { id: coin?.id ?? '', user_id: user.userId, worth: '600000000000' }
  expect(await assignDeposit({ ...given, user_id: admin.userId, worth: '1' })).toMatchObject({
    code: 'own_adjustment'
  })
  const waits = { ok: true, value: { meta: { is_given: false } } }
  expect(await assignDeposit(given)).toMatchObject(waits)
  // The deposit also waits when the same operator repeats the assignment or another one assigns a different value.
  expect(await assignDeposit(given)).toMatchObject(waits)
  expect(
    await second.api.payments.assignDeposit({ ...given, worth: '600000000001' })
  ).toMatchObject(waits)
  expect((await queue()).at(-1)?.attributes.proposal).toMatchObject({
    user_id: user.userId,
    worth: '600000000001',
    by: second.userId
  })
  await turn()
  expect(await available()).toBe(0n)
  expect(await assignDeposit({ ...given, worth: '600000000001' })).toMatchObject({
    value: { meta: { is_given: true } }
  })
  await turn()
  expect(await available()).toBe(600_000_000_001n)
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
})

test('giving a payment to an account asks for a fresh proof', async () => {
  const late = await app.signInAdmin()
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('user_id', '=', Number(late.userId))
    .execute()
  expect(await late.api.payments.assignDeposit({ id: '1', user_id: '1' })).toMatchObject({
    code: 'step_up_required'
  })
})

test('a deposit to the address of a deleted account waits for the operator, who gives it to another', async () => {
  const address = await newAddress()
  await turn()
  await user.api.security.stepUp({ access_code: user.accessCode })
  const deleted = await user.api.privacy.deleteUser({ id: user.userId, gives_up_money: '1' })
  expect(deleted.ok).toBe(true)
  await anvil.pay('USDT', address, 30_000_000n)
  await anvil.mine(3)
  await turn()
  expect(await available()).toBe(0n)
  const [found] = await queue()
  expect(found?.attributes).toMatchObject({ amount: '3000000000', why: 'deleted_account' })
  const id = found?.id ?? ''
  expect(await admin.api.payments.assignDeposit({ id, user_id: user.userId })).toMatchObject({
    code: 'not_found'
  })
  const other = await app.signIn()
  expect((await admin.api.payments.assignDeposit({ id, user_id: other.userId })).ok).toBe(true)
  await turn()
  expect(await available(other)).toBe(3_000_000_000n)
})

test('after a restore tokens are paid once, and what comes to an address given out since waits', async () => {
  const outside = `0x${app.context.randomBytes(20).toString('hex')}`
  const address = await newAddress()
  await turn()
  await anvil.pay('USDT', address, 500_000_000n)
  await anvil.mine(3)
  await turn()
  await user.api.security.stepUp({ access_code: user.accessCode })
  const withdraw = (amount: string) =>
    user.api.payments.createWithdrawal({ token_code: 'USDT', address: outside, amount })
  expect((await withdraw('10000000000')).ok).toBe(true)
  const backup = await takeBackup(app.context)
  await turn()
  await anvil.mine(9)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  const lost = await app.signIn()
  const lostAddress = await newAddress(lost)
  await turn()

  await backup.restore()
  backup.dispose()
  expect(await states()).toEqual(['requested'])
  const stranger = await app.signIn()
  expect(await newAddress(stranger)).not.toBe(lostAddress)
  await anvil.pay('USDT', lostAddress, 70_000_000n)
  await anvil.mine(3)
  for (let round = 0; round < 3; round++) await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await anvil.balance('USDT', outside)).toBe(98_000_000n)
  const found = (await queue()).find(it => it.attributes.address === lostAddress)
  expect(found?.attributes).toMatchObject({ amount: '7000000000', why: 'unknown_address' })
  const given = { id: found?.id ?? '', user_id: stranger.userId }
  expect((await admin.api.payments.assignDeposit(given)).ok).toBe(true)
  await turn()
  expect(await available(stranger)).toBe(7_000_000_000n)

  await user.api.security.stepUp({ access_code: user.accessCode })
  expect((await withdraw('2500000000')).ok).toBe(true)
  await turn()
  expect(await states()).toEqual(['requested', 'confirmed'])
  await admin.api.security.stepUp({ access_code: admin.accessCode })
  expect((await admin.api.payments.releasePayouts()).ok).toBe(true)
  await turn()
  expect(await states()).toEqual(['sent', 'confirmed'])
  for (const { holdings, liabilities } of await reconcile(app.context))
    expect(holdings >= liabilities).toBe(true)
})

async function states() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data.map(it => it.attributes.state) : []
}
