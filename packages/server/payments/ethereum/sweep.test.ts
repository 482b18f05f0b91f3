import { type EthereumLife, startEthereumLife } from '@mille/testing/ethereum-life.ts'
import { newDepositAddress } from '@mille/testing/payments.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { verifyPayments } from '../reserve/verify.ts'
import { askSigner } from '../signer/ask-signer.ts'
import { ethereumAddressAt, payingAddress } from './keys.ts'

let app: TestApp
let life: EthereumLife
let user: SignedInBrowser
let address: string

beforeAll(async () => {
  app = await createTestApp()
  life = await startEthereumLife(app)
})
afterAll(async () => {
  await life?.dispose()
  await app?.close()
})
beforeEach(async () => {
  app.context.config.payments.sweeps = { minimum: 5_000_000_000n, maxFee: 10n ** 11n }
  user = await app.signIn()
  address = await newDepositAddress(user, 'USDT')
  await turn()
})

const paying = () => payingAddress(life.anvil.config)

async function turn(): Promise<void> {
  await life.turn(app.context)
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
  for (const { holdings, liabilities } of await reconcile(app.context))
    expect(holdings >= liabilities).toBe(true)
}

/** Runs rounds of the server, and mines `blocks` blocks before each. */
async function pass(rounds: number, blocks = 9): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await life.anvil.mine(blocks)
    await turn()
  }
}

async function steps() {
  const rows = await app.context.db
    .selectFrom('payouts')
    .innerJoin('deposit_addresses as known', 'known.id', 'address_id')
    .select(['purpose', 'state', 'gas_paid', 'nonce'])
    .where('known.address', '=', address)
    .orderBy('payouts.id')
    .execute()
  return rows
}
const stepNames = async () => (await steps()).map(it => `${it.purpose} ${it.state}`)

test('tokens go to the paying account once they are deep: coin for gas first', async () => {
  const before = await life.anvil.balance('USDT', paying())
  await life.anvil.pay('USDT', address, 60_000_000n)
  await pass(1, 3)
  expect(await stepNames()).toEqual([])
  await pass(1, 6)
  expect(await stepNames()).toEqual(['gas sent'])
  await pass(1)
  expect(await stepNames()).toEqual(['gas confirmed', 'sweep sent'])
  await pass(3)
  expect(await stepNames()).toEqual(['gas confirmed', 'sweep confirmed'])
  expect(await life.anvil.balance('USDT', address)).toBe(0n)
  expect((await life.anvil.balance('USDT', paying())) - before).toBe(60_000_000n)
  for (const it of await steps()) expect(it.gas_paid).toBeGreaterThan(20_000n)
  const admin = await app.signInAdmin()
  // Coin that was sent to pay for gas is not a deposit.
  const queue = await admin.api.payments.listQueuedDeposits()
  expect(queue.ok && queue.value.data).toEqual([])
})

test('what comes later is swept with the next number, with the coin that was left', async () => {
  await life.anvil.pay('USDC', address, 70_000_000n)
  await pass(4)
  await life.anvil.pay('USDT', address, 80_000_000n)
  await pass(5)
  expect(await life.anvil.balance('USDC', address)).toBe(0n)
  expect(await life.anvil.balance('USDT', address)).toBe(0n)
  const sweeps = (await steps()).filter(it => it.purpose === 'sweep')
  expect(sweeps.map(it => [it.state, it.nonce])).toEqual([
    ['confirmed', 0],
    ['confirmed', 1]
  ])
})

test('what is below the minimum stays, and so does all while gas is dear or nothing is to be moved', async () => {
  await life.anvil.pay('USDT', address, 49_999_999n)
  await pass(2)
  expect(await stepNames()).toEqual([])
  await life.anvil.pay('USDT', address, 1n)
  app.context.config.payments.sweeps.maxFee = 1n
  await pass(2)
  app.context.config.payments.sweeps = { minimum: null, maxFee: 10n ** 11n }
  await pass(1)
  expect(await stepNames()).toEqual([])
  app.context.config.payments.sweeps = { minimum: 5_000_000_000n, maxFee: 10n ** 11n }
  await pass(4)
  expect(await stepNames()).toEqual(['gas confirmed', 'sweep confirmed'])
})

test('what the operator has moved is not looked for again', async () => {
  await life.anvil.pay('USDT', address, 90_000_000n)
  await life.anvil.mine(1)
  await life.anvil.setTokens('USDT', address, 0n)
  await pass(2)
  expect(await stepNames()).toEqual([])
  const left = await app.context.db
    .selectFrom('deposits')
    .select('id')
    .where('address', '=', address)
    .where('is_swept', '=', false)
    .execute()
  expect(left).toEqual([])
})

test('a sweep that no block takes offers more, and a second process changes nothing', async () => {
  await life.anvil.pay('USDT', address, 60_000_000n)
  await pass(2)
  expect(await stepNames()).toEqual(['gas confirmed', 'sweep sent'])
  app.context.clock.advance(61 * 60_000)
  await Promise.all([life.turn(app.context), life.turn(app.context).catch(() => {})])
  app.context.clock.advance(61 * 60_000)
  await turn()
  await turn()
  await pass(3)
  const names = await stepNames()
  expect(names.filter(it => it === 'sweep confirmed')).toHaveLength(1)
  expect(names.filter(it => it === 'sweep replaced').length).toBeGreaterThan(0)
  expect(await life.anvil.balance('USDT', address)).toBe(0n)
})

test('the signer sends coin and swept tokens to its own addresses only, and for no absurd fee', async () => {
  const { chainId, xpub, tokens } = life.anvil.config
  const common = {
    chainId,
    nonce: 99,
    gas: 100_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n
  }
  const gas = { method: 'sign_gas' as const, ...common, index: 7, amount: 10n ** 15n }
  const signed = await askSigner(life.signer.socket, gas)
  if (!signed.ok) throw new Error(signed.detail)
  expect(parseTransaction(signed.raw as `0x02${string}`)).toMatchObject({
    to: ethereumAddressAt(readExtendedKey(xpub), 7).toLowerCase(),
    value: 10n ** 15n
  })
  const sweep = { method: 'sign_sweep' as const, ...common, index: 7, tokenCode: 'USDT' as const }
  const swept = await askSigner(life.signer.socket, { ...sweep, amount: 5n })
  if (!swept.ok) throw new Error(swept.detail)
  const { to, data } = parseTransaction(swept.raw as `0x02${string}`)
  expect(to).toBe(tokens.USDT)
  expect(data).toContain(paying().slice(2).toLowerCase())
  const dear = { ...sweep, amount: 5n, maxFeePerGas: 2n * 10n ** 12n }
  expect(await askSigner(life.signer.socket, dear)).toMatchObject({ code: 'fee_refused' })
  const rich = { ...gas, amount: 10n ** 17n }
  expect(await askSigner(life.signer.socket, rich)).toMatchObject({ code: 'fee_refused' })
})
