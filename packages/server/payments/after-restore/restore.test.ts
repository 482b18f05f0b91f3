import { formatAmount } from '@mille/money/amount.ts'
import {
  createTestSigner,
  depositBitcoin,
  newDepositAddress,
  type TestSigner,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type TestBackup, takeBackup } from '@mille/testing/restore.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, networkAccount, userAccount } from '../../ledger/index.ts'
import { addressAt } from '../bitcoin/keys.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { reconcile } from '../reserve/reconcile.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let admin: SignedInBrowser
let address: string
let backup: TestBackup
let later: { userId: string; address: string }

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  app.context.config.payments.signerSocket = signer.socket
  await turn()
  await regtest.pay({ [addressAt(readExtendedKey(regtest.config.xpub), 990, 'regtest')]: '1' })
  admin = await app.signInAdmin()
  user = await app.signIn()
  address = await regtest.rpc.wallet<string>('getnewaddress')
  await depositBitcoin(app.context, regtest, user, '0.5')
}, 120_000)
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
  backup?.dispose()
})

const turn = () => takeTurn(app.context, regtest, signer.socket)
const received = async () =>
  regtest.rpc.wallet<string | number>('getreceivedbyaddress', address, 1).then(String)

async function withdraw(amount: string, to = address) {
  await user.api.security.stepUp({ access_code: user.accessCode })
  const asked = await user.api.payments.createWithdrawal({
    token_code: 'BTC',
    address: to,
    amount
  })
  if (!asked.ok) throw new Error(asked.code)
  return asked.value.data.id
}

async function states() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data.map(it => it.attributes.state) : []
}

async function newAddress(browser: SignedInBrowser) {
  return newDepositAddress(browser, 'BTC')
}

async function release() {
  await admin.api.security.stepUp({ access_code: admin.accessCode })
  return admin.api.payments.releasePayouts()
}

test('what was paid since the backup is booked, and nothing is paid twice', async () => {
  await withdraw('7000000')
  backup = await takeBackup(app.context)
  await turn()
  expect(await states()).toEqual(['sent'])
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await received()).toBe('0.06995000')
  const other = await app.signIn()
  later = { userId: other.userId, address: await newAddress(other) }
  await turn()

  await backup.restore()
  // The index jumps whatever the node remembers, since its wallet may be new too.
  const { next_index } = await app.context.db
    .selectFrom('chains')
    .select('next_index')
    .where('name', '=', 'bitcoin')
    .executeTakeFirstOrThrow()
  expect(next_index).toBeGreaterThan(1_000)
  expect(await states()).toEqual(['requested'])
  // The withdrawal cannot be canceled before the chain was searched.
  const [asked] = (await ofUser()) ?? []
  expect(await user.api.payments.cancelWithdrawal({ id: asked?.id ?? '' })).toMatchObject({
    code: 'state_not_allowed'
  })
  expect(await release()).toMatchObject({ code: 'state_not_allowed' })
  for (let round = 0; round < 3; round++) {
    await turn()
    await regtest.mine(2)
  }
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await received()).toBe('0.06995000')
  expect(await verifyChain(app.context)).toEqual([])
  const money = [userAccount(Number(user.userId), 'BTC')]
  expect(await balances(app.context.db, money)).toEqual([43_000_000n])
})

async function ofUser() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data : null
}

test('an address that was given out since the backup is not given out again; payments to it wait', async () => {
  const stranger = await app.signIn()
  expect(await newAddress(stranger)).not.toBe(later.address)
  await regtest.pay({ [later.address]: '0.5' })
  await regtest.mine(2)
  await turn()
  const queue = await admin.api.payments.listQueuedDeposits()
  const found = queue.ok
    ? queue.value.data.find(it => it.attributes.address === later.address)
    : undefined
  expect(found?.attributes).toMatchObject({ amount: '50000000', why: 'unknown_address' })
  // The deposit is above the limit that one operator may assign alone.
  for (const operator of [admin, await app.signInAdmin()]) {
    const given = { id: found?.id ?? '', user_id: stranger.userId }
    expect((await operator.api.payments.assignDeposit(given)).ok).toBe(true)
  }
  await turn()
  const money = [userAccount(Number(stranger.userId), 'BTC')]
  expect(await balances(app.context.db, money)).toEqual([50_000_000n])
})

test('payouts wait until an operator releases them', async () => {
  await withdraw('1000000')
  await turn()
  expect((await ofUser())?.[0]?.attributes).toMatchObject({ state: 'requested', waits_for: 'stop' })
  const review = await admin.api.payments.readPayoutReview()
  expect(review.ok && review.value.meta).toMatchObject({
    restore: { is_searched: true },
    unknown: []
  })
  expect(await user.api.payments.releasePayouts()).toMatchObject({ ok: false })
  expect(await release()).toMatchObject({ ok: true })
  expect(await release()).toMatchObject({ code: 'not_found' })
  await turn()
  expect(await states()).toEqual(['sent', 'confirmed'])
})

test('a payout whose withdrawal the backup does not have is found, shown and booked as a loss', async () => {
  await regtest.mine(8)
  await turn()
  const old = await takeBackup(app.context)
  await withdraw('2000000')
  await turn()
  await regtest.mine(1)
  const before = await received()
  await old.restore()
  old.dispose()
  for (let round = 0; round < 6; round++) {
    await turn()
    await regtest.mine(2)
  }
  const review = await admin.api.payments.readPayoutReview()
  expect(review.ok && review.value.meta.unknown).toMatchObject([
    { address, amount: '1995000', user_id: user.userId }
  ])
  expect(await received()).toBe(before)
  expect(await verifyChain(app.context)).toEqual([])
  // The loss from the unknown payout is not counted as miners' fees.
  const [costs = 0n] = await balances(app.context.db, [networkAccount('BTC', 'costs')])
  const [standing] = await reconcile(app.context)
  const miners = formatAmount(-costs - 1_995_000n)
  expect(standing?.places).toMatch(
    new RegExp(`^${miners} BTC went to miners .*; 0\\.01995000 BTC were paid without a withdrawal`)
  )
})
