import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@mille/testing/free-port.ts'
import {
  areUsable,
  openTestChannel,
  startTestLightning,
  type TestLightning,
  until
} from '@mille/testing/lightning.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '../lightning.ts'

let regtest: Regtest
let payer: TestLightning
let payee: TestLightning

beforeAll(async () => {
  regtest = await startRegtest()
  await regtest.mine(1)
  payee = await startTestLightning(regtest, 2)
  payer = await startTestLightning(regtest, 1, payee)
  await openTestChannel(regtest, payer, payee, 1_000_000n)
})
afterAll(async () => {
  await payer?.dispose()
  await payee?.dispose()
  await regtest?.dispose()
})

const newInvoice = (amount = 1_000n, expirySeconds = 600) =>
  payee.node().createInvoice({ amount, description: 'Payout 1', expirySeconds })

async function pay(paymentId: string, invoice: string, amount = 1_000n) {
  return payer.node().pay({ paymentId, invoice, amount, maximumFee: 10n })
}

async function decided(paymentId: string): Promise<Payment> {
  await until(async () => {
    const payment = await payer.node().findPayment(paymentId)
    return payment !== null && payment.state !== 'in_flight'
  })
  return (await payer.node().findPayment(paymentId))!
}

async function balances(of: TestLightning) {
  const [channel] = await of.node().listChannels()
  return { ours: channel!.ours, theirs: channel!.theirs, outgoing: channel!.outgoing }
}

test('pays an invoice once, also when the same payment ID comes again', async () => {
  expect(await balances(payer)).toEqual({ ours: 1_000_000n, theirs: 0n, outgoing: 0n })
  const { invoice, paymentHash } = await newInvoice()
  const answers = await Promise.all([pay('once', invoice), pay('once', invoice)])
  expect(answers).toMatchObject([{ payment: { paymentId: 'once', paymentHash } }, { payment: {} }])
  expect(await decided('once')).toMatchObject({ state: 'settled', fee: 0n, amount: 1_000n })
  await until(async () => (await payee.node().findInvoice(paymentHash))?.state === 'settled')
  expect(await payee.node().findInvoice(paymentHash)).toMatchObject({ received: 1_000n })

  expect(await pay('once', invoice)).toMatchObject({ payment: { state: 'settled' } })
  expect(await pay('other', invoice)).toEqual({ refused: 'invoice_paid' })
  expect(await pay('once', (await newInvoice()).invoice)).toEqual({ refused: 'payment_id_used' })
  await until(async () => (await balances(payer)).outgoing === 0n)
  expect(await balances(payer)).toMatchObject({ ours: 999_000n, theirs: 1_000n })
  await until(async () => (await balances(payee)).ours === 1_000n)
})

test('a listener that throws stops neither the node nor the other listeners', async () => {
  const told: unknown[] = []
  const unwatch = [
    payer.node().watch(() => {
      throw new Error('A listener is broken')
    }),
    payer.node().watch(change => void told.push(change))
  ]
  const { invoice } = await newInvoice()
  await pay('with a broken listener', invoice)
  expect(await decided('with a broken listener')).toMatchObject({ state: 'settled' })
  await until(() => Promise.resolve(told.length > 0))
  expect(told).toContainEqual({ payment: 'with a broken listener' })
  expect(payer.warnings.splice(0)).toContain('A listener is broken')
  expect((await payer.node().health()).stopped).toBeNull()
  for (const end of unwatch) end()
})

test('a second payment of an invoice goes back to its payer', async () => {
  const { invoice, paymentHash } = await newInvoice()
  await pay('first', invoice)
  expect(await decided('first')).toMatchObject({ state: 'settled' })
  await until(async () => (await payee.node().findInvoice(paymentHash))?.state === 'settled')
  await until(async () => (await balances(payer)).outgoing === 0n)
  const before = await balances(payer)
  // Without its row, the node pays as another payer would, who does not know of the first payment.
  await payer.database.pool.query(`delete from lightning_payments where payment_id = 'first'`)
  await pay('second', invoice)
  expect(await decided('second')).toMatchObject({ state: 'failed', failure: 'rejected' })
  await until(async () => (await balances(payer)).outgoing === 0n)
  expect(await balances(payer)).toEqual(before)
})

test('refuses an invoice with a code, and starts nothing', async () => {
  const before = await balances(payer)
  const { invoice } = await newInvoice()
  expect(await pay('wrong', invoice, 1_001n)).toEqual({ refused: 'amount_differs' })
  expect(await pay('wrong', invoice.slice(0, -1))).toEqual({ refused: 'invoice_invalid' })
  const own = await payer.node().createInvoice({ amount: 1n, description: '', expirySeconds: 60 })
  expect(await pay('wrong', own.invoice, 1n)).toEqual({ refused: 'own_invoice' })
  // The first example of BOLT 11, which asks for any amount on the main network.
  const mainnet =
    'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
  expect(payer.node().decode(mainnet)).toMatchObject({
    amount: null,
    network: 'mainnet',
    payee: '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad',
    paymentHash: '0001020304050607080900010203040506070809000102030405060708090102'
  })
  expect(await pay('wrong', mainnet)).toEqual({ refused: 'wrong_network' })

  const short = await newInvoice(1_000n, 1)
  expect(payer.node().decode(short.invoice)?.expiresAt).toEqual(short.expiresAt)
  await until(async () => (await payee.node().findInvoice(short.paymentHash))?.state === 'expired')
  expect(await pay('wrong', short.invoice)).toEqual({ refused: 'invoice_expired' })
  expect(await payer.node().findPayment('wrong')).toBeNull()
  expect(await balances(payer)).toEqual(before)
})

test('a payment without a way fails, with the money back', async () => {
  const { invoice } = await newInvoice()
  const before = await balances(payer)
  payee.node().close()
  await until(async () => (await payer.node().health()).connectedPeers === 0)
  await pay('unreachable', invoice)
  expect(await decided('unreachable')).toMatchObject({ state: 'failed', failure: 'no_route' })
  expect(await balances(payer)).toEqual(before)
  await payee.start()
  await until(() => areUsable([payer, payee]))
  expect(await pay('unreachable', invoice)).toMatchObject({ payment: { state: 'failed' } })
  await pay('reachable', invoice)
  expect(await decided('reachable')).toMatchObject({ state: 'settled' })
})

test('a payment in flight that the node does not know is reported, and stays in flight', async () => {
  await payer.database.pool.query(
    `insert into lightning_payments (payment_id, payment_key, payment_hash, invoice, amount, maximum_fee, state, created_at)
    values ('lost', repeat('a', 64), repeat('b', 64), 'lnbcrt', 1, 1, 'in_flight', now())`
  )
  // Those of payments that failed in the tests before.
  payer.warnings.length = 0
  await payer.restart()
  expect(payer.warnings.splice(0)).toEqual([
    expect.stringContaining('The payment lost is in flight')
  ])
  expect(await payer.node().findPayment('lost')).toMatchObject({ state: 'in_flight' })
  await payer.database.pool.query(`delete from lightning_payments where payment_id = 'lost'`)
  await until(() => areUsable([payer, payee]))
})

test('answers nothing before its state is saved, and continues from the database alone', async () => {
  const { invoice, paymentHash } = await newInvoice()
  const before = await balances(payer)
  const held = { ...before, ours: before.ours - 1_000n, outgoing: 1_000n }
  const lock = await payee.database.pool.connect()
  try {
    await lock.query('begin')
    await lock.query('select from lightning_node for update')
    await pay('held', invoice)
    await until(async () => (await countWaiting()) > 0)
    await sleep(500)
    // The payee has the payment in memory and cannot save it, so the payer hears nothing.
    expect(await balances(payer)).toEqual(held)
    expect(await payer.node().findPayment('held')).toMatchObject({ state: 'in_flight' })
    payee.node().close()
    await lock.query(`select pg_terminate_backend(pid) from pg_stat_activity ${waiting}`)
  } finally {
    await lock.query('rollback')
    lock.release()
  }

  await payee.start()
  expect(await decided('held')).toMatchObject({ state: 'settled' })
  await until(async () => (await payee.node().findInvoice(paymentHash))?.state === 'settled')
  await until(async () => (await balances(payer)).outgoing === 0n)
  expect(await balances(payer)).toMatchObject({ ours: before.ours - 1_000n })
})

const waiting = `where datname = current_database() and wait_event_type = 'Lock'`
/** Asks outside of the transaction with the lock, in which the list of connections would stay as it was at first. */
async function countWaiting(): Promise<bigint> {
  const { rows } = await payee.database.pool.query(
    `select count(*) as count from pg_stat_activity ${waiting}`
  )
  return rows[0].count
}

test('a process that another one has replaced can no longer write', async () => {
  const old = payer.node()
  await payer.start(await freePort())
  const request = { amount: 1n, description: '', expirySeconds: 60 }
  await expect(old.createInvoice(request)).rejects.toThrow('Another process has started')
  expect((await old.health()).stopped).toContain('Another process has started')
  await until(() => areUsable([payer, payee]))
})

test('the channel stays open through sudden stops of either side during payments', async () => {
  let paid = 0n
  const before = await balances(payer)
  for (let round = 0; round < 6; round++) {
    const { invoice } = await newInvoice()
    await pay(`round ${round}`, invoice)
    await sleep(round * 7)
    await (round % 2 === 0 ? payee : payer).restart()
    const payment = await decided(`round ${round}`)
    if (payment.state === 'settled') paid += 1_000n
    await until(() => areUsable([payer, payee]))
  }
  await until(async () => (await balances(payer)).outgoing === 0n)
  expect((await balances(payer)).ours).toBe(before.ours - paid)
  const { rows } = await payee.database.pool.query(
    'select sum(received_msat) as sum from lightning_invoices'
  )
  expect((await balances(payee)).ours).toBe(rows[0].sum / 1_000n)
})

test('twenty payments one after the other', async () => {
  const times: number[] = []
  for (let number = 0; number < 20; number++) {
    const { invoice } = await newInvoice()
    const start = performance.now()
    await pay(`timed ${number}`, invoice)
    expect(await decided(`timed ${number}`)).toMatchObject({ state: 'settled' })
    times.push(performance.now() - start)
  }
  const p50 = times.toSorted((a, b) => a - b)[10]!
  process.stdout.write(`p50 of 20 Lightning payments: ${Math.round(p50)} ms\n`)
  expect(p50).toBeLessThan(2_000)
})
