import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDepositAddress, verifyChain } from '@mille/testing/payments.ts'
import { type Regtest, startRegtestIn } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BitcoinConfig } from '../../config/payments.ts'
import { balances, userAccount } from '../../ledger/index.ts'
import { watchBitcoin } from '../bitcoin/watch.ts'
import { followDeposits } from './follow-deposits.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'mille-regtest-'))
const folders = [newFolder(), newFolder()] as const
let regtest: Regtest
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  regtest = await startRegtestIn(folders[0])
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  app.context.config.payments.signerSocket = '/nowhere'
  await watch()
})
afterAll(async () => {
  await app?.close()
  await regtest?.dispose()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  user = await app.signIn()
})

async function watch(config: BitcoinConfig = regtest.config): Promise<void> {
  await watchBitcoin(app.context, config)
  await followDeposits(app.context, 'bitcoin', config.confirmations)
}

async function newAddress(): Promise<string> {
  return newDepositAddress(user, 'BTC')
}

async function money() {
  const id = Number(user.userId)
  return balances(app.context.db, [userAccount(id, 'BTC'), userAccount(id, 'BTC', 'held')])
}

async function height() {
  const { height } = await app.context.db
    .selectFrom('chains')
    .select('height')
    .where('name', '=', 'bitcoin')
    .executeTakeFirstOrThrow()
  return height
}

test('a node that has not got the last blocks yet takes nothing back', async () => {
  await regtest.stop()
  cpSync(folders[0] ?? '', folders[1] ?? '', { recursive: true })
  await regtest.start()
  const address = await newAddress()
  await watch()
  await regtest.pay({ [address]: '0.7' })
  await regtest.mine(12)
  await watch()
  await user.api.security.stepUp({ access_code: user.accessCode })
  const asked = await user.api.payments.createWithdrawal({
    token_code: 'BTC',
    address: await regtest.rpc.wallet<string>('getnewaddress'),
    amount: '20000000'
  })
  expect(asked.ok).toBe(true)
  expect(await money()).toEqual([50_000_000n, 20_000_000n])
  const before = await height()

  // Simulates a new node, or one that rebuilds its index: it has all headers, and the blocks as they arrive.
  const late = await startRegtestIn(folders[1])
  try {
    const hashes: string[] = []
    for (let at = (before ?? 0) - 11; at <= (before ?? 0); at++)
      hashes.push(await regtest.rpc.call<string>('getblockhash', at))
    for (const hash of hashes)
      await late.rpc.call(
        'submitheader',
        await regtest.rpc.call<string>('getblockheader', hash, false)
      )
    const config = { ...regtest.config, rpcUrl: late.config.rpcUrl }
    for (const hash of hashes) {
      await watch(config).catch(() => {})
      expect(await money()).toEqual([50_000_000n, 20_000_000n])
      expect(await height()).toBe(before)
      await late.rpc.call('submitblock', await regtest.rpc.call<string>('getblock', hash, 0))
    }
    await watch(config)
    expect(await money()).toEqual([50_000_000n, 20_000_000n])
    // The late node gets a new wallet.
    await watch({ ...config, wallet: 'another' })
    expect(await money()).toEqual([50_000_000n, 20_000_000n])
    app.context.config.payments.bitcoin = { ...config, wallet: 'another' }
    expect(await verifyChain(app.context)).toEqual([])
  } finally {
    app.context.config.payments.bitcoin = regtest.config
    await late.dispose()
  }
  const list = await user.api.payments.listWithdrawals()
  expect(list.ok && list.value.data.map(it => it.attributes.state)).toEqual(['requested'])
})

test('a branch with no more work than the one that was read takes nothing back', async () => {
  const address = await newAddress()
  await watch()
  await regtest.pay({ [address]: '0.1' })
  await regtest.mine(3)
  await watch()
  expect(await money()).toEqual([10_000_000n, 0n])
  const before = await height()
  await regtest.rewind(3)
  for (let blocks = 0; blocks <= 3; blocks++) {
    await watch().catch(() => {})
    expect(await money()).toEqual([10_000_000n, 0n])
    expect(await height()).toBe(before)
    await regtest.mineEmpty(1)
  }
  await watch()
  expect(await money()).toEqual([0n, 0n])
  expect(await height()).toBe((before ?? 0) + 1)
})

test('more confirmations that are asked for later take nothing back', async () => {
  const address = await newAddress()
  await watch()
  await regtest.pay({ [address]: '0.3' })
  await regtest.mine(2)
  await watch()
  await watch({ ...regtest.config, confirmations: 6 })
  expect(await money()).toEqual([30_000_000n, 0n])
  // In another block, the deposit needs all six confirmations.
  await regtest.rewind(2)
  await regtest.mine(3)
  await watch({ ...regtest.config, confirmations: 6 })
  expect(await money()).toEqual([0n, 0n])
  await regtest.mine(3)
  await watch({ ...regtest.config, confirmations: 6 })
  expect(await money()).toEqual([30_000_000n, 0n])
})

test('a payment is found that was made while no process watched, to an address that the node did not know', async () => {
  await watch()
  await app.context.db.updateTable('chains').set({ next_index: 1_500 }).execute()
  const address = await newAddress()
  await regtest.pay({ [address]: '0.4' })
  await regtest.mine(1)
  const later = Math.floor(Date.now() / 1000) + 5 * 3600
  await regtest.rpc.call('setmocktime', later)
  await regtest.mine(13)
  await watch()
  expect(await money()).toEqual([40_000_000n, 0n])
})

test('reading the same again takes no numbers of the sequence', async () => {
  const address = await newAddress()
  await watch()
  for (let round = 0; round < 2; round++) {
    await regtest.pay({ [address]: '0.1' })
    await regtest.mine(2)
    for (let reading = 0; reading < 10; reading++) await watch()
  }
  const rows = await app.context.db.selectFrom('deposits').select('id').orderBy('id').execute()
  const ids = rows.map(it => Number(it.id))
  expect(ids).toEqual(ids.map((_, place) => place + 1))
})
