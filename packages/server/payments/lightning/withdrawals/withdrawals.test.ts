import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  areUsable,
  startTestLightning,
  type TestLightning,
  until
} from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import { verifyChain } from '@mille/testing/payments.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balances, networkAccount, userAccount } from '../../../ledger/index.ts'
import { readLightning } from '../../lightning-health.ts'
import type { DecidedPayment } from '../lightning.ts'
import { checkInvoices } from './check-invoices.ts'
import { endPayment } from './end-payment.ts'
import { payInvoices } from './pay-invoices.ts'

let lightning: LightningApp
let app: TestApp
let payee: TestLightning
let user: SignedInBrowser

beforeAll(async () => {
  lightning = await startLightningApp()
  app = lightning.app
  payee = lightning.wallet
  user = await app.signIn()
  for (let part = 0; part < 5; part++) await lightning.deposit(user, 90_000n)
})
afterAll(() => lightning?.close())
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const own = () => lightning.balanceOf(user)

const newInvoice = (amount = 1_000n, expirySeconds = 600, of = payee) =>
  of.node().createInvoice({ amount, description: 'Withdrawal', expirySeconds })

async function withdraw(invoice: string) {
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  return user.api.payments.createLightningWithdrawal({ invoice })
}
async function request(invoice: string): Promise<string> {
  const asked = await withdraw(invoice)
  if (!asked.ok) throw new Error(asked.code)
  return asked.value.data.id
}

const atInvoice = { source: { pointer: '/data/attributes/invoice' } }

async function find(id: string) {
  const listed = await user.api.payments.listWithdrawals()
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data.find(it => it.id === id)!.attributes
}
const stateOf = async (id: string) => (await find(id)).state
const isIn = (id: string, state: string) => until(async () => (await stateOf(id)) === state)

/** What the payee got for an invoice; null when nothing. */
async function receivedFor(paymentHash: string): Promise<bigint | null> {
  const found = await payee.node().findInvoice(paymentHash)
  return found?.state === 'settled' ? found.received : null
}

test('an invoice is paid within seconds, with a proof, and what routing did not cost is returned', async () => {
  const times: number[] = []
  for (let number = 0; number < 7; number++) {
    const before = await own()
    const { invoice, paymentHash } = await newInvoice(20_000n)
    const start = performance.now()
    const asked = await withdraw(`lightning:${invoice.toUpperCase()}`)
    expect(asked).toMatchObject({
      ok: true,
      value: { data: { attributes: { amount: '20100', fee: '100', address: invoice } } }
    })
    if (!asked.ok) throw new Error(asked.code)
    await isIn(asked.value.data.id, 'confirmed')
    times.push(performance.now() - start)
    await until(async () => (await receivedFor(paymentHash)) === 20_000n)
    const { amount, fee, lightning } = await find(asked.value.data.id)
    expect({ amount, fee, hash: lightning?.payment_hash }).toEqual({
      amount: '20000',
      fee: '0',
      hash: paymentHash
    })
    const proof = createHash('sha256').update(Buffer.from(lightning!.preimage!, 'hex'))
    expect(proof.digest('hex')).toBe(paymentHash)
    expect(await own()).toEqual({ free: before.free - 20_000n, held: 0n })
  }
  const p50 = times.toSorted((a, b) => a - b)[3]!
  process.stdout.write(`p50 from request to payment: ${Math.round(p50)} ms\n`)
  // It is below a second where nothing else runs.
  expect(p50).toBeLessThan(5_000)
  expect(await balances(app.context.db, [networkAccount('BTC', 'lightning')])).toEqual([-310_000n])
  await until(async () => (await readLightning(app.context))?.holdings === 310_000n)
})

test('the same invoice is paid for one withdrawal, also when it is requested at the same time', async () => {
  const before = await own()
  const { invoice, paymentHash } = await newInvoice()
  const asked = await Promise.all([withdraw(invoice), withdraw(invoice), withdraw(invoice)])
  const refused = asked.filter(it => !it.ok)
  expect(refused).toMatchObject([{ code: 'invoice_used' }, { code: 'invoice_used' }])
  await until(async () => (await receivedFor(paymentHash)) === 1_000n)
  await until(async () => (await own()).held === 0n)
  expect(await withdraw(invoice)).toMatchObject({ code: 'invoice_used' })

  const next = await newInvoice()
  const again = () =>
    user.api.payments.createLightningWithdrawal(
      { invoice: next.invoice },
      { idempotencyKey: 'again' }
    )
  const answers = [await again(), await again()]
  expect(answers[0]).toMatchObject({ ok: true })
  expect(answers[1]).toEqual(answers[0])
  await until(async () => (await receivedFor(next.paymentHash)) === 1_000n)
  await until(async () => (await own()).held === 0n)
  expect((await own()).free).toBe(before.free - 2_000n)
})

test.each([
  ['the amount of a payment', 'amount = amount + 1', 'by Lightning of 20000'],
  ['its fee', 'fee_msat = fee_msat + 1000', 'its hold posted'],
  ['its proof', `preimage = repeat('0', 64)`, 'a preimage of another hash'],
  ['its ID', `payment_id = 'x' || payment_id`, 'is not there']
])('the verification finds a change of %s', async (_, change, problem) => {
  const { pool } = app.context
  await pool.query('create table kept_payments as select * from lightning_payments')
  await pool.query(`update lightning_payments set ${change}`)
  try {
    expect(await verifyChain(app.context)).toEqual([expect.stringContaining(problem)])
  } finally {
    await pool.query('delete from lightning_payments')
    await pool.query('insert into lightning_payments select * from kept_payments')
    await pool.query('drop table kept_payments')
  }
})

test('what cannot be paid is refused with a code and the field, and holds nothing', async () => {
  app.context.clock.set(new Date())
  const before = await own()
  const refuses = async (invoice: string, code: string) =>
    expect(await withdraw(invoice)).toMatchObject({ code, errors: [atInvoice] })
  await refuses('lnbcrt1notaninvoice', 'invoice_invalid')
  // The first example of BOLT 11, which asks for any amount on the main network.
  const mainnet =
    'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
  await refuses(mainnet, 'invoice_wrong_network')
  await refuses((await newInvoice(1_000n, 20)).invoice, 'invoice_expired')
  await refuses((await newInvoice(999n)).invoice, 'amount_below_minimum')
  await refuses((await newInvoice(100_001n)).invoice, 'amount_above_maximum')
  const made = await user.api.payments.createLightningDeposit({
    depositable_id: user.userId,
    depositable_type: 'user',
    amount: '1000'
  })
  if (!made.ok) throw new Error(made.code)
  await refuses(made.value.data.attributes.invoice, 'invoice_of_network')
  const { payments } = app.context.config
  const { lightning: config } = payments
  payments.lightning = null
  expect(await withdraw(mainnet)).toMatchObject({ code: 'lightning_unavailable' })
  payments.lightning = config
  expect(await own()).toEqual(before)
})

test('freeze and daily limit hold, and a recipient other than the first one waits', async () => {
  const { withdrawals } = app.context.config.payments
  const { dailyLimit } = withdrawals
  const { invoice } = await newInvoice(2_000n)
  withdrawals.dailyLimit = { BTC: 2_009n, USD: 0n }
  expect(await withdraw(invoice)).toMatchObject({ code: 'amount_over_limit' })
  withdrawals.dailyLimit = dailyLimit

  const stranger = await startTestLightning(lightning.regtest, 9)
  const other = await newInvoice(2_000n, 600, stranger)
  expect(await withdraw(other.invoice)).toMatchObject({
    code: 'payee_frozen',
    errors: [atInvoice]
  })
  await stranger.dispose()

  const admin = await app.signInAdmin()
  const { userId: id } = user
  const frozen = { id, kind: 'money' as const, reason: 'The case is examined.' }
  await lightning.stop()
  const asked = await withOwnReader(() => request(invoice))
  expect(await admin.api.admin.suspendPerson(frozen)).toMatchObject({ ok: true })
  await lightning.start()
  await sleep(500)
  expect(await find(asked)).toMatchObject({ state: 'requested', waits_for: 'freeze' })
  const { invoice: later } = await newInvoice(2_000n)
  expect(await withdraw(later)).toMatchObject({ code: 'account_frozen' })
  await admin.api.admin.liftSuspension({ id })
  await isIn(asked, 'confirmed')
})

/** Answers requests while the server’s node does not run. */
async function withOwnReader<Value>(run: () => Promise<Value>): Promise<Value> {
  const done = new AbortController()
  const reading = (async () => {
    while (!done.signal.aborted) {
      await checkInvoices(app.context, payee.node())
      await sleep(20)
    }
  })()
  const value = await run()
  done.abort()
  await reading
  return value
}

test('above the approval limit nothing is paid until an operator decides; a rejection returns everything', async () => {
  const { withdrawals } = app.context.config.payments
  const { approvalAbove } = withdrawals
  const before = await own()
  withdrawals.approvalAbove = { BTC: 1_000n, USD: 0n }
  const { invoice, paymentHash } = await newInvoice(2_000n)
  const id = await request(invoice)
  await sleep(500)
  expect(await find(id)).toMatchObject({ state: 'requested', needs_approval: true })
  const admin = await app.signInAdmin()
  await admin.api.payments.decideWithdrawal({ id, decision: 'reject', reason: 'No.' })
  withdrawals.approvalAbove = approvalAbove
  expect(await own()).toEqual(before)
  expect(await receivedFor(paymentHash)).toBeNull()
})

test('a payment that fails returns everything, with the reason, and the invoice can be tried again', async () => {
  const before = await own()
  const { invoice, paymentHash } = await newInvoice()
  const settle = (at: Date | null, msat: number | null) =>
    payee.database.pool.query(
      'update lightning_invoices set settled_at = $1, received_msat = $2 where payment_hash = $3',
      [at, msat, paymentHash]
    )
  // The payee believes that it has been paid before, and sends the payment back.
  await settle(new Date(), 1)
  const id = await request(invoice)
  await isIn(id, 'failed')
  expect(await find(id)).toMatchObject({
    reason: 'No payment of the invoice got through',
    lightning: { payment_hash: paymentHash, preimage: null }
  })
  expect(await own()).toEqual(before)
  await settle(null, null)
  await isIn(await request(invoice), 'confirmed')
  await until(async () => (await receivedFor(paymentHash)) === 1_000n)

  const large = await newInvoice(100_000n)
  payee.node().close()
  await until(async () => (await readLightning(app.context))?.usableChannels === 0)
  const unreachable = await request(large.invoice)
  await isIn(unreachable, 'failed')
  expect((await own()).free).toBe(before.free - 1_000n)
  await payee.start()
  await until(async () => (await readLightning(app.context))?.usableChannels === 1)
})

async function takeNode(decided = endPayment): Promise<TestLightning> {
  const node = await lightning.takeNode({ decided })
  await until(() => areUsable([node, payee]))
  return node
}

test('what routing costs is rounded up, and the rest of the most that it may cost is returned', async () => {
  const { db } = app.context
  const before = await own()
  const node = await takeNode()
  const over = new Error('taken back')
  try {
    const id = await withOwnReader(async () => request((await newInvoice()).invoice))
    const held = db.transaction().execute(async tx => {
      const sent = await tx
        .updateTable('withdrawals')
        .set({ state: 'sent' })
        .where('id', '=', Number(id))
        .returning('name')
        .executeTakeFirstOrThrow()
      const payment: DecidedPayment = {
        paymentId: sent.name,
        state: 'settled',
        preimage: '00'.repeat(32),
        feeMsat: 2_001n,
        at: app.context.now()
      }
      await endPayment(tx, payment)
      await endPayment(tx, payment)
      const [free] = await balances(tx, [userAccount(Number(user.userId), 'BTC')])
      expect(free).toBe(before.free - 1_003n)
      throw over
    })
    await expect(held).rejects.toBe(over)
    await user.api.payments.cancelWithdrawal({ id })
    expect(await own()).toEqual(before)
  } finally {
    await lightning.giveBack(node)
  }
})

test('a stop before or after sending, or around the decision, pays exactly once', async () => {
  const node = await takeNode()
  const { context } = app
  let expected = (await own()).free
  const requestNew = async () => {
    const made = await newInvoice(2_000n)
    return { ...made, id: await withOwnReader(() => request(made.invoice)) }
  }
  const isPaid = async ({ id, paymentHash }: { id: string; paymentHash: string }) => {
    await isIn(id, 'confirmed')
    await until(async () => (await receivedFor(paymentHash)) === 2_000n)
    expected -= 2_000n
    expect(await own()).toEqual({ free: expected, held: 0n })
  }
  try {
    // Before: the withdrawal is sent in the database, and the node never hears of it.
    const first = await requestNew()
    const stopped = { decode: node.node().decode, pay: () => Promise.reject(new Error('stopped')) }
    await expect(payInvoices(context, stopped)).rejects.toThrow('stopped')
    expect(await stateOf(first.id)).toBe('sent')
    expect(await user.api.payments.cancelWithdrawal({ id: first.id })).toMatchObject({
      code: 'state_not_allowed'
    })
    await node.restart()
    await until(() => areUsable([node, payee]))
    await payInvoices(context, node.node())
    await payInvoices(context, node.node())
    await isPaid(first)

    // Around: the commit that books the decision waits for a lock, and never happens.
    const second = await requestNew()
    const lock = await context.pool.connect()
    await lock.query('begin')
    await payInvoices(context, node.node())
    await lock.query('select from withdrawals where id = $1 for update', [second.id])
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await context.pool.query(`select ${waiting}`)).rows.length > 0)
    node.node().close()
    await lock.query(`select pg_terminate_backend(pid) ${waiting}`)
    await lock.query('rollback')
    lock.release()
    expect(await stateOf(second.id)).toBe('sent')
    await node.start()
    await isPaid(second)

    // At other moments of the payment.
    for (let round = 0; round < 6; round++) {
      const next = await requestNew()
      await until(() => areUsable([node, payee]))
      const paying = payInvoices(context, node.node()).catch(() => {})
      await sleep(round * 8)
      await node.restart()
      await paying
      await until(() => areUsable([node, payee]))
      await payInvoices(context, node.node())
      await until(async () => (await stateOf(next.id)) !== 'sent')
      if ((await stateOf(next.id)) === 'confirmed') await isPaid(next)
      else expect(await receivedFor(next.paymentHash)).toBeNull()
    }
  } finally {
    await lightning.giveBack(node)
  }
})

test('when a decision cannot be booked it waits, and follows after a restart', async () => {
  let isBroken = true
  const before = await own()
  const node = await takeNode(async (tx, payment) => {
    if (isBroken) throw new Error('The books are closed')
    await endPayment(tx, payment)
  })
  try {
    const { invoice } = await newInvoice()
    const id = await withOwnReader(() => request(invoice))
    await payInvoices(app.context, node.node())
    await until(async () => (await node.node().health()).stopped === 'The books are closed')
    expect(await stateOf(id)).toBe('sent')
    expect(await own()).toEqual({ free: before.free - 1_005n, held: 1_005n })
    expect(await verifyChain(app.context)).toEqual([])
    isBroken = false
    await node.start()
    await isIn(id, 'confirmed')
    expect(await own()).toEqual({ free: before.free - 1_000n, held: 0n })
  } finally {
    await lightning.giveBack(node)
  }
})
