import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import { newDepositAddress } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount, verifyLedger } from '../../ledger/index.ts'
import { followDeposits } from '../deposits/follow-deposits.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { verifyPayments } from '../reserve/verify.ts'
import { serveSigner } from '../serve-signer.ts'
import { payEthereum } from './pay.ts'
import { createEthereumSigning } from './signing.ts'
import { watchEthereum } from './watch.ts'

let anvil: Anvil
let app: TestApp
let user: SignedInBrowser
let signer: { stop: () => Promise<void> }
const folder = mkdtempSync(join(tmpdir(), 'mille-signer-'))
const socket = join(folder, 'signer.sock')
const outside = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const wide = 10n ** 15n

beforeAll(async () => {
  anvil = await startAnvil()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.ethereum = anvil.config
  payments.signerSocket = socket
  await startSigner()
})
afterAll(async () => {
  await app?.close()
  await signer?.stop()
  await anvil?.dispose()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  user = await app.signIn()
})

async function startSigner(): Promise<void> {
  const { chainId, tokens } = anvil.config
  signer = await serveSigner({
    place: { path: socket, groupId: null },
    file: join(folder, 'signed'),
    chains: [createEthereumSigning({ key: anvil.key, chainId, contracts: tokens })],
    limits: {
      BTC: { once: 0n, daily: 0n },
      USD: { once: wide, daily: wide },
      coin: { once: 10n ** 17n, daily: 10n ** 18n }
    },
    approvals: { above: { BTC: 0n, USD: wide }, origin: null }
  })
}

async function turn(): Promise<void> {
  expect(await watchEthereum(app.context, anvil.config)).toBe(true)
  await followDeposits(app.context, 'ethereum', anvil.config.confirmations)
  await payEthereum(app.context, anvil.config, socket)
}

async function newAddress(token: 'USDT' | 'USDC' = 'USDT', browser = user): Promise<string> {
  const address = await newDepositAddress(browser, token)
  await turn()
  return address
}

async function available() {
  const [free] = await balances(app.context.db, [userAccount(Number(user.userId), 'USD')])
  return free
}

async function seen() {
  const read = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.flatMap(it =>
    it.attributes.deposits.map(({ state, amount, confirmations }) => [state, amount, confirmations])
  )
}

test('a deposit of tokens is shown with its confirmations and credited, exactly', async () => {
  const address = await newAddress()
  await anvil.pay('USDT', address, 12_345_678n)
  await anvil.mine(1)
  await turn()
  expect(await seen()).toEqual([['unconfirmed', '1234567800', 1]])
  expect(await available()).toBe(0n)
  await anvil.mine(2)
  await turn()
  await turn()
  expect(await seen()).toEqual([['credited', '1234567800', 3]])
  expect(await available()).toBe(1_234_567_800n)
})

test('small, large and late payments, and the other token at the address, are credited', async () => {
  const address = await newAddress()
  await anvil.pay('USDT', address, 1n)
  await anvil.pay('USDC', address, 2_000_000_000n)
  await anvil.mine(3)
  await turn()
  expect(await available()).toBe(200_000_000_100n)
  await anvil.mine(130)
  await turn()
  await anvil.pay('USDT', address, 5n)
  await anvil.mine(3)
  await turn()
  expect(await available()).toBe(200_000_000_600n)
})

test('a payment that another with its number takes the place of is credited once', async () => {
  const address = await newAddress()
  const nonce = await anvil.nonce()
  await anvil.pay('USDT', address, 7_000_000n, { nonce, gasPrice: 3_000_000_000n })
  await anvil.pay('USDT', address, 7_000_000n, { nonce, gasPrice: 9_000_000_000n })
  await anvil.mine(3)
  await turn()
  expect(await seen()).toEqual([['credited', '700000000', 3]])
  expect(await available()).toBe(700_000_000n)
})

test.each([1, 2, 3, 4, 5, 6])('a reorganization of %i blocks is followed', async depth => {
  const address = await newAddress()
  await anvil.pay('USDT', address, 20_000_000n)
  await anvil.mine(depth)
  await turn()
  expect(await available()).toBe(depth >= 3 ? 2_000_000_000n : 0n)
  await anvil.reorganise(depth)
  await turn()
  expect(await available()).toBe(0n)
  expect(await seen()).toEqual([['replaced', '2000000000', 0]])
  await anvil.pay('USDT', address, 30_000_000n)
  await anvil.mine(3)
  await turn()
  expect(await available()).toBe(3_000_000_000n)
})

test('the chain’s own coin waits for the operator', async () => {
  const address = await newAddress()
  await anvil.payCoin(address, 10n ** 18n)
  await anvil.mine(3)
  await turn()
  const admin = await app.signInAdmin()
  const queue = await admin.api.payments.listQueuedDeposits()
  expect(queue.ok && queue.value.data.at(-1)?.attributes).toMatchObject({
    token_code: 'ETH',
    address,
    amount: '100000000'
  })
  expect(await available()).toBe(0n)
})

test('a withdrawal is paid once, whatever is away meanwhile, and the books agree with the chain', async () => {
  await anvil.fill('USDT', 10n ** 12n)
  const address = await newAddress()
  await anvil.pay('USDT', address, 500_000_000n)
  await anvil.mine(3)
  await turn()
  const before = await anvil.balance('USDT', outside)
  await user.api.security.stepUp({ access_code: user.accessCode })
  const wrong = `0x${outside.slice(2).toUpperCase()}`
  const input = { token_code: 'USDT' as const, address: outside, amount: '10000000000' }
  expect(await user.api.payments.createWithdrawal({ ...input, address: wrong })).toMatchObject({
    code: 'address_invalid'
  })
  expect(await user.api.payments.createWithdrawal(input)).toMatchObject({ ok: true })
  await signer.stop()
  await expect(turn()).rejects.toThrow()
  expect(await states()).toEqual(['requested'])
  await startSigner()
  await turn()
  expect(await states()).toEqual(['sent'])
  // The payout waits too long, so it is signed again with the same nonce and a higher gas fee.
  app.context.clock.advance(61 * 60_000)
  await turn()
  await anvil.mine(1)
  expect(await reconcile(app.context)).toMatchObject([{ asset: 'USD' }])
  for (const { holdings, liabilities } of await reconcile(app.context))
    expect(holdings >= liabilities).toBe(true)
  await anvil.mine(7)
  await turn()
  expect(await states()).toEqual(['sent'])
  await anvil.mine(1)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect((await anvil.balance('USDT', outside)) - before).toBe(98_000_000n)
  const payouts = await app.context.db
    .selectFrom('payouts')
    .select('state')
    .where('purpose', '=', 'withdrawals')
    .orderBy('id')
    .execute()
  expect(payouts.map(it => it.state).sort()).toEqual(['confirmed', 'replaced'])
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

async function states() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data.map(it => it.attributes.state) : []
}
