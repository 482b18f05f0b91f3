import { formatAmount } from '@mille/money/amount.ts'
import { createActiveCampaign, credit } from '@mille/testing/campaigns.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, campaignAccount, networkAccount } from '../../ledger/index.ts'
import { holdActive } from '../../window-holds/index.ts'
import { addressAt } from '../bitcoin/keys.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { guardPayouts, reconcile } from './reconcile.ts'
import { readReserveChecks, saveReserveChecks } from './reserve-checks.ts'
import { verifyPayments } from './verify.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let address: string

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  app.context.config.payments.bitcoin = regtest.config
  app.context.config.payments.signerSocket = signer.socket
  user = await app.signIn()
  address = await regtest.rpc.wallet<string>('getnewaddress')
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})

async function withdraw(amount: string) {
  await user.api.security.stepUp({ access_code: user.accessCode })
  const asked = await user.api.payments.createWithdrawal({ token_code: 'BTC', address, amount })
  expect(asked.ok).toBe(true)
}

async function states() {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data.map(it => it.attributes.state) : []
}

test('what is owed and what the chain holds agree, before, while and after something is paid', async () => {
  await depositBitcoin(app.context, regtest, user, '0.5')
  const held = { asset: 'BTC', holdings: 50_000_000n, liabilities: 50_000_000n }
  expect(await reconcile(app.context)).toEqual([held])
  await withdraw('4000000')
  expect(await reconcile(app.context)).toEqual([held])
  await takeTurn(app.context, regtest, signer.socket)
  const [during] = await reconcile(app.context)
  expect(during?.liabilities).toBe(46_000_000n)
  expect(during!.holdings >= 46_000_000n).toBe(true)
  await regtest.mine(8)
  await takeTurn(app.context, regtest, signer.socket)
  expect(await states()).toEqual(['confirmed'])
  // What the chain lost is in the books as the network's cost.
  const [costs = 0n] = await balances(app.context.db, [networkAccount('BTC', 'costs')])
  expect(50_000_000n - during!.holdings).toBe(3_995_000n - costs)
  const kept = '0.00005000 were kept of withdrawals'
  const places = `${formatAmount(-costs)} BTC went to miners so far, for which ${kept}`
  expect(await reconcile(app.context)).toEqual([{ ...during, places }])
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
})

test('a shortfall stops payouts and tells the operator, until it is made good', async () => {
  const admin = await app.signInAdmin()
  await sql`update users set email = 'operator@example.com' where id = ${Number(admin.userId)}`.execute(
    app.context.db
  )
  await credit(app.context, user.userId, 100_000_000n)
  await guardPayouts(app.context)
  await guardPayouts(app.context)
  const review = await admin.api.payments.readPayoutReview()
  expect(review.ok && review.value.meta.stops).toMatchObject([
    { asset: 'BTC', reason: expect.stringContaining('1.46000000 BTC are owed') }
  ])
  const mails = await app.context.db
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', 'operator@example.com')
    .execute()
  expect(mails).toEqual([{ subject: 'Payouts in BTC are stopped' }])
  await withdraw('5000000')
  await takeTurn(app.context, regtest, signer.socket)
  expect(await states()).toEqual(['requested', 'confirmed'])
  // The operator adds money, at an address that belongs to no account.
  const key = readExtendedKey(regtest.config.xpub)
  await regtest.pay({ [addressAt(key, 700, 'regtest')]: '1' })
  await regtest.mine(1)
  await guardPayouts(app.context)
  await takeTurn(app.context, regtest, signer.socket)
  expect(await states()).toEqual(['sent', 'confirmed'])
})

test('keeps the last comparison, a shortfall too, and never an earlier one', async () => {
  const { db } = app.context
  const at = app.context.now()
  const [found] = await guardPayouts(app.context)
  const kept = {
    asset: 'BTC',
    checkedAt: at,
    holdings: found!.holdings,
    liabilities: found!.liabilities
  }
  expect(await readReserveChecks(db)).toEqual([kept])
  const short = { asset: 'BTC', holdings: 1n, liabilities: 2n } as const
  await saveReserveChecks(db, [short], new Date(at.getTime() - 1))
  expect(await readReserveChecks(db)).toEqual([kept])
  await saveReserveChecks(db, [short], at)
  expect(await readReserveChecks(db)).toEqual([{ ...short, checkedAt: at }])
  await guardPayouts(app.context)
  expect(await readReserveChecks(db)).toEqual([kept])
})

test('promotional credit that a settlement period has on hold is not owed to anyone, as before it was held', async () => {
  const admin = await app.signInAdmin()
  const before = await reconcile(app.context)
  const gift = { code: 'GIFT', effect: 'promotion', asset: 'BTC', amount: '5000000' } as const
  expect((await admin.api.coupons.createCoupon(gift)).ok).toBe(true)
  const campaign = await createActiveCampaign(app.context, user, admin, 1_000n, {
    coupon_code: 'GIFT',
    daily_budget: '4800000'
  })
  const owed = before.map(it => ({ ...it, liabilities: it.liabilities + 1_000n }))
  expect(await reconcile(app.context)).toEqual(owed)
  await holdActive(app.context)
  const [held = 0n] = await balances(app.context.db, [
    campaignAccount(Number(campaign.data.id), 'BTC', 'held')
  ])
  expect(held > 0n).toBe(true)
  expect(await reconcile(app.context)).toEqual(owed)
})

test('a stranger’s payment that waits for a block does not open what a shortfall has stopped', async () => {
  await credit(app.context, user.userId, 500_000_000n)
  await guardPayouts(app.context)
  const stops = async () =>
    app.context.db
      .selectFrom('payout_stops')
      .select('asset')
      .where('ended_at', 'is', null)
      .execute()
  expect(await stops()).toEqual([{ asset: 'BTC' }])
  await regtest.pay({ [addressAt(readExtendedKey(regtest.config.xpub), 1, 'regtest')]: '10' })
  await guardPayouts(app.context)
  expect(await stops()).toEqual([{ asset: 'BTC' }])
  await regtest.mine(1)
  await guardPayouts(app.context)
  expect(await stops()).toEqual([])
})

test('names the first deposit or withdrawal that is not what the ledger says', async () => {
  const change = (text: string) => sql.raw(text).execute(app.context.db)
  await change('update deposits set credited = credited - 1 where credited = 50000000')
  expect(await verifyPayments(app.context.db)).toMatchObject({
    problem: expect.stringMatching(/^deposit \d+ says 49999999 is credited/)
  })
  await change('update deposits set credited = 50000000 where credited = 49999999')
  await change("update withdrawals set state = 'failed' where state = 'confirmed'")
  expect(await verifyPayments(app.context.db)).toMatchObject({
    problem: expect.stringMatching(/^withdrawal \d+ is failed, and its hold posted/)
  })
})
