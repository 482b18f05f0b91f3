import { type EthereumLife, startEthereumLife } from '@mille/testing/ethereum-life.ts'
import { newDepositAddress, verifyChain } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { createTestClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payingAddress } from './keys.ts'

let app: TestApp
let life: EthereumLife
let user: SignedInBrowser
let tokens: bigint

beforeAll(async () => {
  app = await createTestApp()
  life = await startEthereumLife(app)
  app.context.config.payments.sweeps = { minimum: null, maxFee: 10n ** 11n }
  tokens = await life.anvil.balance('USDT', paying())
})
afterAll(async () => {
  await life?.dispose()
  await app?.close()
})
beforeEach(async () => {
  user = await app.signIn()
  await deposit(user)
})

const paying = () => payingAddress(life.anvil.config)
const turn = () => life.turn(app.context)

async function deposit(browser: SignedInBrowser): Promise<void> {
  const address = await newDepositAddress(browser, 'USDT')
  await turn()
  await life.anvil.pay('USDT', address, 500_000_000n)
  await life.anvil.mine(3)
  await turn()
}

async function withdraw(token: 'USDT' | 'USDC', amount: string): Promise<void> {
  await user.api.security.stepUp({ access_code: user.accessCode })
  const address = await life.outsideAddress()
  const input = { token_code: token, address, amount }
  expect(await user.api.payments.createWithdrawal(input)).toMatchObject({ ok: true })
}

/** Returns the withdrawals' states and what they wait for, newest first. */
async function states() {
  const list = await user.api.payments.listWithdrawals()
  if (!list.ok) throw new Error(list.code)
  return list.value.data.map(({ attributes: it }) => [it.state, it.waits_for])
}

function setCoin(value: bigint): Promise<void> {
  const { rpcUrl } = life.anvil.config
  return createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).setBalance({
    address: paying(),
    value
  })
}

/** Expects every waiting withdrawal to be paid exactly once, and the books to agree with the chain. */
async function expectPaid(count: number): Promise<void> {
  await turn()
  expect(await states()).toEqual(Array(count).fill(['sent', null]))
  await life.anvil.mine(10)
  await turn()
  expect(await states()).toEqual(Array(count).fill(['confirmed', null]))
  expect(await verifyChain(app.context)).toEqual([])
}

test('a withdrawal that there are too few tokens for says so, and holds up none of the other token', async () => {
  await life.anvil.setTokens('USDT', paying(), 50_000_000n)
  await withdraw('USDT', '10000000000')
  await withdraw('USDC', '3000000000')
  await withdraw('USDT', '4000000000')
  await turn()
  expect(await states()).toEqual([
    ['sent', null],
    ['sent', null],
    ['requested', 'coins']
  ])
  await life.anvil.mine(1)
  await life.anvil.setTokens('USDT', paying(), tokens)
  await expectPaid(3)
})

test('without coin for gas withdrawals say so', async () => {
  await setCoin(10n)
  await withdraw('USDT', '3000000000')
  await turn()
  expect(await states()).toEqual([['requested', 'gas']])
  const admin = await app.signInAdmin()
  const list = await admin.api.payments.readPayoutReview()
  expect(list.ok && list.value.data[0]?.attributes.waits_for).toBe('gas')
  await setCoin(10n ** 21n)
  await expectPaid(1)
})

test('what the signer does not let out waits for it, and so does all while it is away', async () => {
  const wide = { once: 10n ** 15n, daily: 10n ** 15n }
  const usd = { once: 5_000_000_000n, daily: 10n ** 15n }
  const coin = { once: 10n ** 17n, daily: 10n ** 24n }
  await life.signer.start({ BTC: wide, USD: usd, coin }, 'small.json')
  await withdraw('USDT', '10000000000')
  await withdraw('USDT', '3000000000')
  await turn()
  expect(await states()).toEqual([
    ['sent', null],
    ['requested', 'signer']
  ])
  await life.signer.start(
    { BTC: wide, USD: wide, coin: { once: 10n ** 17n, daily: 1n } },
    'dear.json'
  )
  await withdraw('USDT', '2500000000')
  await turn()
  expect(await states()).toEqual([
    ['requested', 'signer'],
    ['sent', null],
    ['requested', 'signer']
  ])
  await life.signer.stop()
  await withdraw('USDT', '2000000000')
  await expect(turn()).rejects.toThrow('The signer gives no answer')
  expect((await states())[0]).toEqual(['requested', 'signer'])
  await life.signer.start()
  await expectPaid(4)
})
