import { createSelfFunding } from '@mille/testing/campaigns.ts'
import { newDepositAddress, verifyChain } from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount } from '../../ledger/index.ts'
import { addressAt, addressBelow } from '../bitcoin/keys.ts'
import { watchBitcoin } from '../bitcoin/watch.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { followDeposits } from './follow-deposits.ts'

let regtest: Regtest
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  regtest = await startRegtest()
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  // The network's own coins cover deposits that are spent and then removed by a reorganization.
  await watch()
  await regtest.pay({ [addressAt(readExtendedKey(regtest.config.xpub), 990, 'regtest')]: '5' })
  await regtest.mine(20)
})
afterAll(async () => {
  await app?.close()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
})

afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

async function watch(): Promise<void> {
  expect(await watchBitcoin(app.context, regtest.config)).toBe(true)
  await followDeposits(app.context, 'bitcoin', regtest.config.confirmations)
}

async function newAddress(browser = user): Promise<string> {
  const address = await newDepositAddress(browser, 'BTC')
  // The node watches the address before anyone can pay to it.
  await watch()
  return address
}

async function available(browser = user): Promise<bigint | undefined> {
  const [balance] = await balances(app.context.db, [userAccount(Number(browser.userId), 'BTC')])
  return balance
}

async function seen(browser = user) {
  const read = await browser.api.payments.readDepositAddresses({
    id: browser.userId,
    depositable_type: 'user'
  })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.flatMap(it =>
    it.attributes.deposits.map(({ state, amount, confirmations }) => [state, amount, confirmations])
  )
}

test('a deposit is shown when it is seen and credited with its confirmations, exactly', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.01234567' })
  await watch()
  expect(await seen()).toEqual([['unconfirmed', '1234567', 0]])
  await regtest.mine(1)
  await watch()
  expect(await seen()).toEqual([['unconfirmed', '1234567', 1]])
  expect(await available()).toBe(0n)
  await regtest.mine(1)
  await watch()
  await watch()
  expect(await seen()).toEqual([['credited', '1234567', 2]])
  expect(await available()).toBe(1_234_567n)
  const me = await user.api.accounts.readCurrentUser()
  expect(me.ok && me.value.meta.total_balance).toBe('1234567')
})

test('what is under way counts as an unprocessed deposit', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.5' })
  await watch()
  const me = await user.api.accounts.readCurrentUser()
  expect(me.ok && me.value.meta.unprocessed_deposits_amount).toBe('50000000')
  const read = await user.api.finances.readBalances({ userId: user.userId })
  expect(read.ok && read.value.data[0]?.attributes.pending_deposits).toBe('50000000')
})

test('small, large and late payments to the same address, and two in one transaction, are all credited', async () => {
  const other = await app.signIn()
  const [mine, others] = [await newAddress(), await newAddress(other)]
  await regtest.pay({ [mine]: '0.00005', [others]: '2' })
  await regtest.mine(2)
  await watch()
  expect([await available(), await available(other)]).toEqual([5_000n, 200_000_000n])
  await regtest.mine(130)
  await watch()
  await regtest.pay({ [mine]: '1' })
  await regtest.mine(2)
  await watch()
  expect(await available()).toBe(100_005_000n)
})

test('a payment whose fee was raised is credited once', async () => {
  const address = await newAddress()
  const first = await regtest.pay({ [address]: '0.1' })
  await watch()
  await regtest.rpc.wallet('bumpfee', first)
  await watch()
  await regtest.mine(2)
  await watch()
  expect((await seen()).map(([state]) => state)).toEqual(['credited', 'replaced'])
  expect(await available()).toBe(10_000_000n)
})

test('a payment that is spent away is never credited', async () => {
  const address = await newAddress()
  const first = await regtest.pay({ [address]: '0.1' })
  await watch()
  await regtest.doubleSpend(first)
  await watch()
  expect(await seen()).toEqual([['replaced', '10000000', 0]])
  await regtest.mine(3)
  await watch()
  expect(await seen()).toEqual([['replaced', '10000000', 0]])
  expect(await available()).toBe(0n)
})

test.each([1, 2, 3, 4, 5, 6])('a reorganization of %i blocks is followed', async depth => {
  const address = await newAddress()
  const before = await available()
  await regtest.pay({ [address]: '0.2' })
  await regtest.mine(depth)
  await watch()
  const credited = depth >= 2 ? 20_000_000n : 0n
  expect(await available()).toBe((before ?? 0n) + credited)
  await regtest.rewind(depth)
  await regtest.mineEmpty(depth + 1)
  await watch()
  expect(await available()).toBe(before)
  expect(await seen()).toEqual([['unconfirmed', '20000000', 0]])
  await regtest.mine(2)
  await watch()
  expect(await available()).toBe((before ?? 0n) + 20_000_000n)
})

test('a credited deposit that a reorganization replaces is taken back, as far as it is still there', async () => {
  const address = await newAddress()
  const id = await regtest.pay({ [address]: '0.3' })
  await regtest.mine(2)
  await watch()
  const { api } = user
  const campaign = await api.campaigns.createCampaign({
    link_text: 'Books',
    creative_link: 'https://books.example/',
    creative_text: 'Text',
    daily_budget: '1200'
  })
  if (!campaign.ok) throw new Error(campaign.code)
  await api.campaigns.fundCampaign({ id: campaign.value.data.id, amount: '25000000' })
  await regtest.rewind(2)
  await regtest.doubleSpend(id)
  await regtest.mineEmpty(3)
  await watch()
  expect(await available()).toBe(0n)
  // The rest of the debt is collected once the account has money again.
  const second = await regtest.pay({ [address]: '1' })
  await regtest.mine(2)
  await watch()
  await watch()
  expect(await available()).toBe(75_000_000n)
  expect(second).not.toBe(id)
})

test('payments to the key’s addresses that no account has wait for the operator', async () => {
  const key = readExtendedKey(regtest.config.xpub)
  const unknown = addressAt(key, 900, 'regtest')
  await regtest.pay({ [unknown]: '0.7' })
  await regtest.mine(2)
  await watch()
  const row = await app.context.db
    .selectFrom('deposits')
    .select(['user_id', 'credited', 'amount'])
    .where('address', '=', unknown)
    .executeTakeFirst()
  expect(row).toEqual({ user_id: null, credited: 0n, amount: 70_000_000n })
})

test('a deposit to a campaign’s address funds the campaign', async () => {
  const campaign = await user.api.campaigns.createCampaign({
    link_text: 'Books',
    creative_link: 'https://books.example/',
    creative_text: 'Text',
    daily_budget: '1200'
  })
  if (!campaign.ok) throw new Error(campaign.code)
  const { id } = campaign.value.data
  const made = await user.api.payments.createDepositAddress({
    depositable_id: id,
    depositable_type: 'campaign',
    token_code: 'BTC'
  })
  if (!made.ok) throw new Error(made.code)
  await watch()
  await regtest.pay({ [made.value.data.attributes.address]: '0.04' })
  await regtest.mine(2)
  await watch()
  const me = await user.api.accounts.readCurrentUser()
  expect(me.ok && me.value.meta.total_campaigns_balance).toBe('4000000')
  expect(await available()).toBe(0n)
})

test('a campaign that funds itself runs as soon as a deposit is credited', async () => {
  const state = await createSelfFunding(user, await app.signInAdmin())
  expect(await state()).toBe('out_of_funds')
  const address = await newAddress()
  await regtest.pay({ [address]: '0.04' })
  await regtest.mine(1)
  await watch()
  expect(await state()).toBe('out_of_funds')
  await regtest.mine(1)
  await watch()
  expect(await state()).toBe('active')
})

test('while the node is away nothing moves, and it is caught up with afterwards', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.05' })
  await regtest.mine(2)
  await regtest.stop()
  const before = await app.context.db.selectFrom('deposits').selectAll().orderBy('id').execute()
  await expect(watch()).rejects.toThrow()
  expect(await app.context.db.selectFrom('deposits').selectAll().orderBy('id').execute()).toEqual(
    before
  )
  await regtest.start()
  await watch()
  expect(await available()).toBe(5_000_000n)
})

test('addresses are given once, to their owners only, and for tokens that are there', async () => {
  const input = {
    depositable_id: user.userId,
    depositable_type: 'user' as const,
    token_code: 'BTC' as const
  }
  const made = await Promise.all(
    Array.from({ length: 10 }, () => user.api.payments.createDepositAddress(input))
  )
  expect(new Set(made.map(it => it.ok && it.value.data.attributes.address)).size).toBe(1)
  expect(made.filter(it => it.status === 201)).toHaveLength(1)
  const stranger = await app.signIn()
  expect(await stranger.api.payments.createDepositAddress(input)).toMatchObject({
    code: 'not_found'
  })
  expect(
    await stranger.api.payments.readDepositAddresses({ id: user.userId, depositable_type: 'user' })
  ).toMatchObject({ code: 'not_found' })
  expect(
    await user.api.payments.createDepositAddress({ ...input, token_code: 'USDT' })
  ).toMatchObject({ code: 'token_unavailable' })
  const read = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  expect(read.ok && read.value.meta).toEqual({
    currencies: { btc: [{ token_code: 'BTC', token_type: 'native' }] },
    required_confirmations: { BTC: 2 },
    minimum_deposits: { BTC: '5000' },
    lightning: null
  })
})

test('derived addresses are those of the node', async () => {
  const count = process.env.MILLE_PROOF === 'full' ? 100_000 : 1_000
  const key = readExtendedKey(regtest.config.xpub)
  const { descriptor } = await regtest.rpc.call<{ descriptor: string }>(
    'getdescriptorinfo',
    `wpkh(${regtest.config.xpub}/0/*)`
  )
  const theirs = await regtest.rpc.call<string[]>('deriveaddresses', descriptor, [0, count - 1])
  const receiving = key.deriveChild(0)
  const ours = theirs.map((_, index) => addressBelow(receiving, index, 'regtest'))
  expect(ours).toEqual(theirs)
})
