import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import { newDepositAddress } from '@mille/testing/payments.ts'
import { createRpcProxy, type RpcProxy } from '@mille/testing/rpc-proxy.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount } from '../../ledger/index.ts'
import { watchEthereum } from '../ethereum/watch.ts'
import { followDeposits } from './follow-deposits.ts'

let anvil: Anvil
let proxy: RpcProxy
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await createRpcProxy(anvil.config.rpcUrl)
  app = await createTestApp()
  app.context.config.payments.ethereum = { ...anvil.config, rpcUrl: proxy.url }
})
afterAll(async () => {
  await app?.close()
  await proxy?.close()
  await anvil?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
})

async function watch(confirmations = 3): Promise<void> {
  await watchEthereum(app.context, { ...anvil.config, rpcUrl: proxy.url, confirmations })
  await followDeposits(app.context, 'ethereum', confirmations)
}

async function newAddress(): Promise<string> {
  const address = await newDepositAddress(user, 'USDT')
  await watch()
  return address
}

async function available() {
  const [free] = await balances(app.context.db, [userAccount(Number(user.userId), 'USD')])
  return free
}

async function chain() {
  const { height } = await app.context.db
    .selectFrom('chains')
    .select('height')
    .where('name', '=', 'ethereum')
    .executeTakeFirstOrThrow()
  return height
}

test.each([1, 2, 5])('a node that is %i blocks behind takes nothing back', async blocks => {
  const address = await newAddress()
  await anvil.pay('USDT', address, 500_000_000n)
  await anvil.mine(3)
  await watch()
  expect(await available()).toBe(50_000_000_000n)
  const before = await chain()
  proxy.fallBehind(blocks)
  await watch().catch(() => {})
  expect([await available(), await chain()]).toEqual([50_000_000_000n, before])
  proxy.mend()
  await watch()
  expect(await available()).toBe(50_000_000_000n)
})

test('more confirmations that are asked for later take nothing back', async () => {
  const address = await newAddress()
  await anvil.pay('USDT', address, 500_000_000n)
  await anvil.mine(3)
  await watch()
  await watch(12)
  expect(await available()).toBe(50_000_000_000n)
})

test('a payment that is mined again with another amount counts as what it is then', async () => {
  const address = await newAddress()
  const isNextEven = (await anvil.height()) % 2 === 1
  const [first, second] = [1_000_000_000n, 1n]
  await anvil.payByBlock('USDT', address, {
    even: isNextEven ? first : second,
    odd: isNextEven ? second : first
  })
  await anvil.mine(1)
  await watch(1)
  expect(await available()).toBe(100_000_000_000n)
  await anvil.reorganise(1, 'waits')
  await watch(1)
  expect(await available()).toBe(100n)
  await anvil.mine(3)
  await watch()
  expect(await available()).toBe(100n)
})
