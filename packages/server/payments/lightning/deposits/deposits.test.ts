import { setTimeout as sleep } from 'node:timers/promises'
import { createCampaign, createSelfFunding } from '@mille/testing/campaigns.ts'
import { areUsable, type TestLightning, until } from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import { verifyChain } from '@mille/testing/payments.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balances, campaignAccount, networkAccount, userAccount } from '../../../ledger/index.ts'
import { readLightning } from '../../lightning-health.ts'
import { creditInvoice } from './credit-invoice.ts'
import { makeInvoices } from './make-invoices.ts'

let lightning: LightningApp
let app: TestApp
let payer: TestLightning
let user: SignedInBrowser

beforeAll(async () => {
  lightning = await startLightningApp({ maximumDeposit: 100_000n })
  app = lightning.app
  payer = lightning.wallet
  user = await app.signIn()
})
afterAll(() => lightning?.close())
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const ask = (amount: bigint, of: { id: string; type: 'user' | 'campaign' }) =>
  user.api.payments.createLightningDeposit({
    depositable_id: of.id,
    depositable_type: of.type,
    amount: String(amount)
  })
const mine = () => ({ id: user.userId, type: 'user' as const })

async function order(amount: bigint, of: Parameters<typeof ask>[1] = mine()) {
  const made = await ask(amount, of)
  if (!made.ok) throw new Error(made.code)
  return { id: made.value.data.id, ...made.value.data.attributes }
}

let paymentCount = 0
async function pay({ invoice, amount }: { invoice: string; amount: string }): Promise<string> {
  const paymentId = `payment ${paymentCount++}`
  const paid = { paymentId, invoice, amount: BigInt(amount), maximumFee: 10n }
  expect(await payer.node().pay(paid)).toMatchObject({ payment: { paymentId } })
  return paymentId
}

const balanceOf = async (ref = userAccount(Number(user.userId), 'BTC')) =>
  (await balances(app.context.db, [ref]))[0]!

async function find(id: string) {
  const listed = await user.api.payments.listLightningDeposits({ 'filter[id]': id })
  if (!listed.ok) throw new Error(listed.code)
  expect([listed.value.data.map(it => it.id), listed.value.meta.pagination.records]).toEqual([
    [id],
    1
  ])
  return listed.value.data[0]?.attributes
}

test('a paid invoice is credited exactly, within seconds, and is in the history', async () => {
  const times: number[] = []
  for (let number = 0; number < 11; number++) {
    const before = await balanceOf()
    const deposit = await order(1_000n + BigInt(number))
    expect(await find(deposit.id)).toMatchObject({ state: 'open', credited: null })
    const start = performance.now()
    await pay(deposit)
    await until(async () => (await balanceOf()) > before)
    times.push(performance.now() - start)
    expect(await balanceOf()).toBe(before + 1_000n + BigInt(number))
    expect(await find(deposit.id)).toMatchObject({ state: 'credited', credited: deposit.amount })
  }
  const p50 = times.toSorted((a, b) => a - b)[5]!
  process.stdout.write(`p50 from payment to credit: ${Math.round(p50)} ms\n`)
  expect(p50).toBeLessThan(2_000)
  expect(await balanceOf(networkAccount('BTC', 'lightning'))).toBe(-11_055n)
  expect((await readLightning(app.context))?.holdings).toBe(11_055n)

  const history = await user.api.finances.readHistory({ userId: user.userId })
  if (!history.ok) throw new Error(history.code)
  expect(history.value.data.map(it => it.attributes)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'deposit', amount: '1010', state: 'done' })
    ])
  )
})

test('a campaign’s invoice pays the campaign', async () => {
  const { data: campaign } = await createCampaign(user.api)
  const before = await balanceOf()
  await pay(await order(5_000n, { id: campaign.id, type: 'campaign' }))
  const account = campaignAccount(Number(campaign.id), 'BTC')
  await until(async () => (await balanceOf(account)) === 5_000n)
  expect(await balanceOf()).toBe(before)
})

test('a campaign that funds itself runs as soon as an invoice is paid', async () => {
  const advertiser = await app.signIn()
  const state = await createSelfFunding(advertiser, await app.signInAdmin())
  expect(await state()).toBe('out_of_funds')
  const made = await advertiser.api.payments.createLightningDeposit({
    depositable_id: advertiser.userId,
    depositable_type: 'user',
    amount: '5000'
  })
  if (!made.ok) throw new Error(made.code)
  await pay(made.value.data.attributes)
  await until(async () => (await state()) === 'active')
})

test('the deposit options give the limits where bitcoins are accepted, and say when there is none', async () => {
  const termsOf = async (id: string, depositable_type: 'user' | 'campaign') => {
    const read = await user.api.payments.readDepositAddresses({ id, depositable_type })
    return read.ok && read.value.meta.lightning
  }
  const limits = { minimum: '1000', maximum: '100000' }
  const { data: campaign } = await createCampaign(user.api)
  const { data: inDollars } = await createCampaign(user.api, { currency: 'usd' })
  expect(await termsOf(user.userId, 'user')).toEqual(limits)
  expect(await termsOf(campaign.id, 'campaign')).toEqual(limits)
  expect(await termsOf(inDollars.id, 'campaign')).toBeNull()
  const { payments } = app.context.config
  const { lightning: config } = payments
  payments.lightning = null
  expect(await termsOf(user.userId, 'user')).toBeNull()
  payments.lightning = config
})

test('what cannot be deposited is refused with a code, and leaves no invoice', async () => {
  const other = await app.signIn()
  expect(await ask(999n, mine())).toMatchObject({ code: 'amount_below_minimum' })
  expect(await ask(100_001n, mine())).toMatchObject({ code: 'amount_above_maximum' })
  expect(await ask(1_000n, { id: other.userId, type: 'user' })).toMatchObject({ code: 'not_found' })
  const { payments } = app.context.config
  const { lightning: config } = payments
  payments.lightning = null
  expect(await ask(1_000n, mine())).toMatchObject({ code: 'lightning_unavailable' })
  payments.lightning = config
  const open = await user.api.payments.listLightningDeposits({})
  expect(open.ok && open.value.data.every(it => it.attributes.state === 'credited')).toBe(true)
})

test('an expired invoice says so', async () => {
  const deposit = await order(1_000n)
  app.context.clock.advance(3_700_000)
  expect(await find(deposit.id)).toMatchObject({ state: 'expired', credited: null })
  app.context.clock.set(new Date())
})

test('more than the amount is credited as received, rounded down, and only once', async () => {
  const { id } = await order(1_000n)
  const { db } = app.context
  const { payment_hash: paymentHash } = await db
    .selectFrom('lightning_deposits')
    .select('payment_hash')
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  const received = { paymentHash: paymentHash!, msat: 1_500_999n, at: app.context.now() }
  const before = await balanceOf()
  const over = new Error('taken back')
  const credited = db.transaction().execute(async tx => {
    await creditInvoice(tx, received)
    await creditInvoice(tx, received)
    const [balance] = await balances(tx, [userAccount(Number(user.userId), 'BTC')])
    expect(balance).toBe(before + 1_500n)
    throw over
  })
  await expect(credited).rejects.toBe(over)
  expect(await find(id)).toMatchObject({ state: 'open' })
})

async function orderFrom(node: TestLightning) {
  const isAsked = async () => {
    const { rows } = await app.context.pool.query(
      'select from lightning_deposits where payment_hash is null'
    )
    return rows.length > 0
  }
  const [deposit] = await Promise.all([
    order(2_000n),
    until(isAsked).then(() => makeInvoices(app.context, node.node()))
  ])
  await until(() => areUsable([node, payer]))
  return deposit
}

async function isSettled(paymentId: string): Promise<boolean> {
  return (await payer.node().findPayment(paymentId))?.state === 'settled'
}

test('a crash before, right after, or around the settlement credits once', async () => {
  const node = await lightning.takeNode()
  const { pool } = app.context
  let expected = await balanceOf()
  try {
    // Before: the commit that settles and credits waits for a lock, and never happens.
    const first = await orderFrom(node)
    const lock = await pool.connect()
    await lock.query('begin')
    await lock.query('select from lightning_node for update')
    const held = await pay(first)
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await pool.query(`select ${waiting}`)).rows.length > 0)
    node.node().close()
    await lock.query(`select pg_terminate_backend(pid) ${waiting}`)
    await lock.query('rollback')
    lock.release()
    expect(await balanceOf()).toBe(expected)
    await node.start()
    expected += 2_000n
    await until(() => isSettled(held))
    expect(await balanceOf()).toBe(expected)

    // Right after: the node stops as soon as the transaction is over, and LDK does not know that it is.
    const second = await orderFrom(node)
    node.node().watch(() => node.node().close())
    const unknown = await pay(second)
    expected += 2_000n
    await until(async () => (await node.node().health()).stopped !== null)
    expect(await balanceOf()).toBe(expected)
    await node.start()
    await until(() => isSettled(unknown))

    // Around: at other moments of the payment.
    for (let round = 0; round < 6; round++) {
      const deposit = await orderFrom(node)
      const paymentId = await pay(deposit)
      await sleep(round * 8)
      await node.restart()
      await until(async () => (await payer.node().findPayment(paymentId))?.state !== 'in_flight')
      if (await isSettled(paymentId)) expected += 2_000n
      await sleep(100)
      expect(await balanceOf()).toBe(expected)
    }
  } finally {
    await lightning.giveBack(node)
  }
})

test('when a credit cannot be booked the invoice is not settled, and both follow after a restart', async () => {
  let isBroken = true
  const node = await lightning.takeNode({
    async credit(tx, received) {
      if (isBroken) throw new Error('The books are closed')
      await creditInvoice(tx, received)
    }
  })
  const before = await balanceOf()
  try {
    const paymentId = await pay(await orderFrom(node))
    await until(async () => (await node.node().health()).stopped === 'The books are closed')
    expect(await balanceOf()).toBe(before)
    isBroken = false
    await node.start()
    await until(() => isSettled(paymentId))
    expect(await balanceOf()).toBe(before + 2_000n)
  } finally {
    await lightning.giveBack(node)
  }
})
