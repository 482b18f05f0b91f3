import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import { createTestSigner, newDepositAddress, verifyChain } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EthereumConfig } from '../config/payments.ts'
import { balances, userAccount } from '../ledger/index.ts'
import { addChains } from './after-restore/mark-restored.ts'
import { readChainHealth } from './chain-health.ts'
import { chainKinds, chainOf, chainsOf } from './chains.ts'
import { followDeposits } from './deposits/follow-deposits.ts'
import { createEthereumKind } from './ethereum/chain.ts'
import { createEthereumSigning } from './ethereum/signing.ts'
import { createFaucet } from './faucet.ts'
import { reconcile } from './reserve/reconcile.ts'

/**
 * A third chain in addition to Bitcoin and Ethereum: its own node with its own chain ID, its own coin for gas, its own
 * key, and USDC instead of Ethereum's tokens. This definition is all that the code learns about it.
 */
const name = 'gnosis'
const third = createEthereumKind({
  name,
  title: 'Gnosis',
  tokens: [{ code: 'USDC', type: 'erc20', asset: 'USD', step: 100n }],
  configOf: () => config
})

let config: EthereumConfig
let app: TestApp
let user: SignedInBrowser
let ethereumNode: Anvil
let node: Anvil
let signer: ReturnType<typeof createTestSigner>
const outside = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

beforeAll(async () => {
  chainKinds.push(third)
  app = await createTestApp()
  await addChains(app.context.db)
  ;[ethereumNode, node] = await Promise.all([
    startAnvil(),
    startAnvil({ chainId: 100, seed: 'A chain of its own has its own..' })
  ])
  const { USDT = '', USDC = '' } = node.config.tokens
  config = { ...node.config, name, coin: 'XDAI', tokens: { USDC } }
  const { payments } = app.context.config
  payments.ethereum = { ...ethereumNode.config, tokens: { USDT } }
  signer = createTestSigner(null, { key: ethereumNode.key, chainId: 31_337, contracts: { USDT } }, [
    createEthereumSigning({ key: node.key, chainId: 100, contracts: { USDC } })
  ])
  payments.signerSocket = signer.socket
  await signer.start()
  await node.fill('USDC', 1_000_000_000n)
  await ethereumNode.fill('USDT', 1_000_000_000n)
  user = await app.signIn()
})
afterAll(async () => {
  chainKinds.splice(chainKinds.indexOf(third), 1)
  await app?.close()
  await signer?.dispose()
  await node?.dispose()
  await ethereumNode?.dispose()
})

/** Runs one round of every chain, as the server does. */
async function turn(): Promise<void> {
  for (const { name: which, confirmations, watch, pay } of chainsOf(app.context.config.payments)) {
    expect(await watch(app.context)).toBe(true)
    await followDeposits(app.context, which, confirmations)
    await pay(app.context, signer.socket)
  }
}

async function available(): Promise<bigint | undefined> {
  const [free] = await balances(app.context.db, [userAccount(Number(user.userId), 'USD')])
  return free
}

test('a third chain takes a deposit and pays a withdrawal, and the books are what the chains hold', async () => {
  const [here, there] = [
    await newDepositAddress(user, 'USDC'),
    await newDepositAddress(user, 'USDT')
  ]
  expect(here).not.toBe(there)
  await turn()
  await node.pay('USDC', here, 500_000_000n)
  await ethereumNode.pay('USDT', there, 70_000_000n)
  await node.mine(3)
  await ethereumNode.mine(3)
  await turn()
  expect(await available()).toBe(57_000_000_000n)

  await user.api.security.stepUp({ access_code: user.accessCode })
  const input = { token_code: 'USDC', address: outside, amount: '30000000000' } as const
  expect(await user.api.payments.createWithdrawal(input)).toMatchObject({ ok: true })
  await turn()
  await node.mine(10)
  await turn()
  const list = await user.api.payments.listWithdrawals()
  expect(list.ok && list.value.data[0]?.attributes.state).toBe('confirmed')
  const { withdrawals } = app.context.config.payments
  const paid = 30_000_000_000n - withdrawals.fee.USD
  expect(await node.balance('USDC', outside)).toBe(paid / 100n)
  expect(await ethereumNode.balance('USDC', outside)).toBe(0n)
  expect(await available()).toBe(27_000_000_000n)

  // Each chain holds a thousand dollars of the network's own, plus deposits and minus payouts.
  const [usd] = await reconcile(app.context)
  expect(usd).toMatchObject({ asset: 'USD', holdings: 200_000_000_000n + 57_000_000_000n - paid })
  expect(usd?.liabilities).toBe(27_000_000_000n)
  expect(await verifyChain(app.context)).toEqual([])
})

test('a third chain refuses its own addresses and names its own network', async () => {
  const { addressAt, payingAddress, network } = chainOf(app.context.config.payments, name)
  expect(network).toBe('ethereum:100')
  for (const address of [addressAt(0), addressAt(50), payingAddress() ?? '']) {
    const input = { token_code: 'USDC', address, amount: '3000000000' } as const
    expect(await user.api.payments.createWithdrawal(input)).toMatchObject({
      code: 'address_of_network'
    })
  }
})

test('a payment in its coin to an address of ours waits for the operator', async () => {
  const address = await newDepositAddress(user, 'USDC')
  await node.payCoin(address, 10n ** 17n)
  await node.mine(3)
  await turn()
  const admin = await app.signInAdmin()
  const queue = await admin.api.payments.listQueuedDeposits()
  expect(queue.ok && queue.value.data.map(it => it.attributes)).toMatchObject([
    { chain: name, token_code: 'XDAI', why: 'coin', amount: '10000000' }
  ])
})

test('the operator sees its node, and development has its faucet only where it is a chain of its own', async () => {
  const health = await readChainHealth(app.context)
  expect(health.map(it => it.title)).toEqual(['Ethereum', 'Gnosis'])
  const faucet = createFaucet({ ...app.context.config, mode: 'development' })
  expect(faucet?.tokens).toEqual(['USDT'])
})
