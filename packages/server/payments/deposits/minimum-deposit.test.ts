import {
  createTestSigner,
  depositBitcoin,
  newDepositAddress,
  type TestSigner,
  takeTurn,
  verifyChain,
  withdrawBitcoin
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { Address, OutScript } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount } from '../../ledger/index.ts'
import { addressAt, networks } from '../bitcoin/keys.ts'
import { satoshis } from '../bitcoin/rpc.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { verifyPayments } from '../reserve/verify.ts'
import { hasUncreditedDeposits } from './pending.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  app.context.config.payments.signerSocket = signer.socket
  await turn()
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
})
afterEach(async () => {
  regtest.config.minimumDeposit = 5_000n
  expect(await verifyChain(app.context)).toEqual([])
})

const turn = () => takeTurn(app.context, regtest, signer.socket)

async function newAddress(browser = user): Promise<string> {
  const address = await newDepositAddress(browser, 'BTC')
  await turn()
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
  return read.value.data.flatMap(it => it.attributes.deposits.map(({ state }) => state))
}

async function history(browser = user) {
  const read = await browser.api.finances.readHistory({ userId: browser.userId })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.map(({ attributes: it }) => [it.type, it.amount, it.state])
}

/** Sends one transaction with several outputs of the same amount to one address, which the node's own calls refuse. */
async function payRepeatedly(address: string, outputs: number, amount: bigint): Promise<void> {
  const { rpc } = regtest
  const unspent = await rpc.wallet<{ txid: string; vout: number; amount: string }[]>('listunspent')
  const coin = unspent.find(it => Number(it.amount) > 1)
  if (!coin) throw new Error('The miner has no coin')
  const paid = BigInt(outputs) * amount
  const output = (to: string, units: bigint) => ({
    amount: units,
    script: OutScript.encode(Address(networks.regtest).decode(to))
  })
  const raw = RawOldTx.encode({
    version: 2,
    inputs: [
      {
        txid: Buffer.from(coin.txid, 'hex'),
        index: coin.vout,
        finalScriptSig: new Uint8Array(),
        sequence: 0xffffffff
      }
    ],
    outputs: [
      ...Array.from({ length: outputs }, () => output(address, amount)),
      output(await rpc.wallet<string>('getnewaddress'), satoshis(coin.amount) - paid - 50_000n)
    ],
    lockTime: 0
  })
  const signed = await rpc.wallet<{ hex: string }>(
    'signrawtransactionwithwallet',
    Buffer.from(raw).toString('hex')
  )
  await rpc.call('sendrawtransaction', signed.hex)
}

test('two hundred payments of dust credit nothing, and what another account deposited can be withdrawn immediately', async () => {
  const honest = await app.signIn()
  await depositBitcoin(app.context, regtest, honest, '0.01')
  // Miners are paid from the network's own coin.
  await regtest.pay({ [addressAt(readExtendedKey(regtest.config.xpub), 990, 'regtest')]: '0.001' })
  const address = await newAddress()
  await payRepeatedly(address, 200, 650n)
  await turn()
  await regtest.mine(2)
  await turn()
  expect(await available()).toBe(0n)
  const me = await user.api.accounts.readCurrentUser()
  expect(me.ok && me.value.meta.unprocessed_deposits_amount).toBe('0')
  expect(await hasUncreditedDeposits(app.context.db, Number(user.userId), app.context.now())).toBe(
    false
  )
  const { db } = app.context
  const notified = db.selectFrom('notifications').select('kind')
  expect(await notified.where('user_id', '=', Number(user.userId)).execute()).toEqual([])
  expect((await history())[0]).toEqual(['deposit', '650', 'too_small'])
  expect(new Set(await seen())).toEqual(new Set(['too_small']))
  const out = await withdrawBitcoin(regtest, honest, '1000000')
  await turn()
  const list = await honest.api.payments.listWithdrawals()
  expect(list.ok && list.value.data.map(it => it.attributes.state)).toEqual(['sent'])
  await regtest.mine(8)
  await turn()
  const received = await regtest.rpc.wallet<string>('getreceivedbyaddress', out)
  expect(received).toBe('0.00995000')
})

test('the reserve leaves out coins that cost more to spend than they hold, and says so', async () => {
  const [before] = await reconcile(app.context)
  const address = await newAddress()
  await regtest.pay({ [address]: '0.0000068' })
  await regtest.pay({ [address]: '0.00000681' })
  await regtest.mine(1)
  const [after] = await reconcile(app.context)
  expect(after!.holdings - before!.holdings).toBe(681n)
  expect(after?.places).toMatch(
    /0\.00130680 BTC in coins that cost more to spend than they hold are not counted/
  )
})

test('what is as large as the minimum is credited, and what is smaller never, whatever the minimum is later', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.00004999' })
  await regtest.pay({ [address]: '0.00005' })
  await regtest.mine(2)
  await turn()
  expect(await available()).toBe(5_000n)
  const read = await user.api.payments.readDepositAddresses({
    id: user.userId,
    depositable_type: 'user'
  })
  expect(read.ok && read.value.meta.minimum_deposits).toEqual({ BTC: '5000' })
  for (const minimum of [1n, 100_000n]) {
    regtest.config.minimumDeposit = minimum
    await turn()
    expect(await available()).toBe(5_000n)
    await regtest.rewind(2)
    await regtest.mineEmpty(3)
    await turn()
    expect(await available()).toBe(0n)
    await regtest.mine(2)
    await turn()
    expect(await available()).toBe(5_000n)
  }
  await regtest.stop()
  await regtest.start()
  await turn()
  expect(await available()).toBe(5_000n)
  // With a new wallet, the node searches the whole chain again.
  regtest.config.wallet = 'another'
  await turn()
  await turn()
  regtest.config.wallet = 'mille'
  expect(await available()).toBe(5_000n)
  expect([...(await seen())].sort()).toEqual(['credited', 'too_small'])
})

test('an operator is not asked whose a payment is that is too small, and cannot give it to anybody', async () => {
  const admin = await app.signInAdmin()
  const nobodys = addressAt(readExtendedKey(regtest.config.xpub), 900, 'regtest')
  await regtest.pay({ [nobodys]: '0.000049' })
  await regtest.pay({ [nobodys]: '0.00006' })
  await regtest.mine(2)
  await turn()
  const list = await admin.api.payments.listQueuedDeposits()
  const amounts = list.ok ? list.value.data.map(it => it.attributes.amount) : []
  expect(amounts).toContain('6000')
  expect(amounts).not.toContain('4900')
  const { id } = await app.context.db
    .selectFrom('deposits')
    .select('id')
    .where('amount', '=', 4_900n)
    .executeTakeFirstOrThrow()
  expect(
    await admin.api.payments.assignDeposit({ id: String(id), user_id: user.userId })
  ).toMatchObject({ code: 'state_not_allowed' })
  // Changing the database by hand does not make the deposit a credit either.
  await sql`update deposits set user_id = ${Number(user.userId)} where id = ${id}`.execute(
    app.context.db
  )
  await turn()
  expect(await available()).toBe(0n)
  await sql`update deposits set user_id = null where id = ${id}`.execute(app.context.db)
})

test('a deposit from before there was a minimum is credited, however small', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.00001' })
  await turn()
  await sql`update deposits set minimum = null, is_too_small = false where amount = 1000`.execute(
    app.context.db
  )
  await regtest.mine(2)
  await turn()
  expect(await available()).toBe(1_000n)
})

test('names what is credited below its minimum, and what is called too small and is not', async () => {
  const address = await newAddress()
  await regtest.pay({ [address]: '0.00007' })
  await regtest.pay({ [address]: '0.0000069' })
  await regtest.mine(2)
  await turn()
  const { db } = app.context
  const change = (text: string) => sql.raw(text).execute(db)
  const problem = async () => {
    const verdict = await verifyPayments(db)
    return verdict.ok ? null : verdict.problem
  }
  expect(await problem()).toBeNull()
  await change('update deposits set minimum = 7001 where amount = 7000')
  expect(await problem()).toMatch(/^deposit \d+ of 7000 is credited, with a minimum of 7001$/)
  await change('update deposits set minimum = 5000 where amount = 7000')
  await change('update deposits set is_too_small = false where amount = 690')
  expect(await problem()).toMatch(
    /^deposit \d+ of 690 is not marked as too small, with a minimum of 5000$/
  )
  await change('update deposits set is_too_small = true, minimum = 690 where amount = 690')
  expect(await problem()).toMatch(
    /^deposit \d+ of 690 is marked as too small, with a minimum of 690$/
  )
  // The row is consistent, but the chain shows a larger payment.
  await change('update deposits set minimum = 5000, amount = 600 where amount = 690')
  expect(await problem()).toBeNull()
  expect(await verifyChain(app.context)).toEqual([
    expect.stringMatching(/: output \d pays 0\.00000690 to (\w+), not 0\.00000600 to \1$/)
  ])
  await change('update deposits set amount = 690 where amount = 600')
})
