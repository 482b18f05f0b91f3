import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Crash, createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import { startTestLightning, type TestLightning, until } from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import { type LnurlServer, startLnurlServer } from '@mille/testing/lnurl-server.ts'
import { verifyChain } from '@mille/testing/payments.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLightning } from '../../lightning-health.ts'
import { payOutByLightning } from './pay-out-automatically.ts'

const metadata = JSON.stringify([['text/plain', 'Payout for “Ada”']])
const descriptionHash = createHash('sha256').update(metadata).digest('hex')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** In seconds: the clock of the network is days ahead in these tests. */
const longExpiry = 90 * 86_400

let lightning: LightningApp
let app: TestApp
let payee: TestLightning
let server: LnurlServer
let user: SignedInBrowser

beforeAll(async () => {
  server = await startLnurlServer()
  lightning = await startLightningApp({ maximumWithdrawal: 50_000n })
  app = lightning.app
  payee = lightning.wallet
  // The channel keeps a hundredth of its capacity.
  await lightning.deposit(await app.signIn(), 90_000n)
})
afterAll(async () => {
  await lightning?.close()
  server?.close()
})
beforeEach(async () => {
  user = await app.signIn()
  server.asked.length = 0
  server.respond(answer())
})
afterEach(async () => {
  await user.api.payments.endAutomaticPayout({ id: 'BTC' })
  expect(await verifyChain(app.context)).toEqual([])
})

const own = () => lightning.balanceOf(user)
const deposit = (amount: bigint) => lightning.deposit(user, amount)

const json = (outgoing: ServerResponse, value: unknown) =>
  outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))

/** Answers as the server of every address of its host does, with invoices of the node. */
function answer(of: Pick<TestLightning, 'node'> = payee) {
  return async (url: URL, outgoing: ServerResponse) => {
    if (url.pathname !== '/pay')
      return json(outgoing, {
        ...{ tag: 'payRequest', callback: `${url.origin}/pay` },
        ...{ minSendable: 1_000, maxSendable: 1e20, metadata }
      })
    const amount = BigInt(url.searchParams.get('amount') ?? 0) / 1_000n
    const terms = { amount, description: '', expirySeconds: longExpiry, descriptionHash }
    return json(outgoing, { pr: (await of.node().createInvoice(terms)).invoice, routes: [] })
  }
}
const failing = (_: URL, outgoing: ServerResponse) => outgoing.writeHead(503).end()

const addressOf = (name = 'ada') => `${name}@${server.host}`

async function set(threshold: string, address = addressOf()) {
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  const wish = { token_code: 'BTC', method: 'lightning', address, threshold } as const
  const answered = await user.api.payments.setAutomaticPayout(wish)
  // The server of a new address has been asked whether it exists.
  server.asked.length = 0
  return answered
}

async function rule() {
  const listed = await user.api.payments.listAutomaticPayouts()
  return listed.ok ? listed.value.data[0]?.attributes : undefined
}

async function withdrawals() {
  const listed = await user.api.payments.listWithdrawals()
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data.map(it => it.attributes)
}
const areIn = (...states: string[]) =>
  until(async () => (await withdrawals()).map(it => it.state).join() === states.join())

const run = () => payOutByLightning(app.context)

/** Moves the network's clock, and waits until the node has said that it runs. */
async function pass(ms: number): Promise<void> {
  const { clock } = app.context
  clock.advance(ms)
  await until(async () => {
    const seen = (await readLightning(app.context))?.seenAt?.getTime() ?? 0
    return clock.now().getTime() - seen < 10_000
  })
}

const notices = async () => {
  const { rows } = await app.context.pool.query(
    `select kind, data from notifications where user_id = $1 and kind like '%failed' order by id`,
    [user.userId]
  )
  return rows
}

test('at the threshold, the balance without the most for routing is paid once in 24 hours', async () => {
  expect(await set('20000', ` LIGHTNING:Ada@${server.host}`)).toMatchObject({
    value: {
      data: [
        {
          id: 'BTC',
          attributes: {
            ...{ method: 'lightning', address: addressOf(), threshold: '20000' },
            ...{ is_frozen: false, next_try_at: null, problem: null }
          }
        }
      ]
    }
  })
  await deposit(19_099n)
  await deposit(1_000n)
  // 20,000 and 100 for routing is one more than the balance.
  expect(await run()).toBe(0)
  expect(server.asked).toEqual([])
  await deposit(1_001n)
  const runs = await Promise.all([run(), run()])
  expect(runs.reduce((sum, it) => sum + it)).toBe(1)
  await areIn('confirmed')
  expect(server.asked).toEqual(['/.well-known/lnurlp/ada', '/pay?amount=20995000'])
  const [paid] = await withdrawals()
  expect(paid?.lightning?.address).toBe(addressOf())
  const hash = paid?.lightning?.payment_hash ?? ''
  await until(async () => {
    const found = await payee.node().findInvoice(hash)
    return found?.state === 'settled' && found.received === 20_995n
  })
  expect(await own()).toEqual({ free: 105n, held: 0n })

  await deposit(30_000n)
  await pass(23 * hourMs)
  expect(await run()).toBe(0)
  expect(Date.parse((await rule())?.next_try_at ?? '')).toBeGreaterThan(Date.now() + 20 * hourMs)
  expect(server.asked).toHaveLength(2)
  await set('20000')
  expect(await run()).toBe(0)
  await pass(hourMs + 1)
  expect(await run()).toBe(1)
  await areIn('confirmed', 'confirmed')
  expect(await run()).toBe(0)
  expect((await own()).free).toBe(150n)
  expect(await notices()).toEqual([])
}, 60_000)

/** A process that dies after a statement that matches; `isRun` says whether the next statement still reaches the database. */
function dyingAfter(statement: RegExp, isRun: boolean) {
  const { pool } = app.context
  let last = ''
  let hasDied = false
  const watched = {
    async connect() {
      if (hasDied) throw new Crash('the process is dead')
      const client = await pool.connect()
      const query = (...values: unknown[]) => {
        const [first] = values
        last = typeof first === 'string' ? first : ((first as { text?: string })?.text ?? '')
        return (client.query as (...values: unknown[]) => unknown)(...values)
      }
      return { query, release: (isBroken?: boolean) => client.release(isBroken) }
    }
  } as unknown as pg.Pool
  const crashing = createCrashingDatabase({ pool: watched }, {
    fraction() {
      if (hasDied || !statement.test(last)) return 1
      hasDied = true
      return isRun ? 0.7 : 0.1
    }
  } as Parameters<typeof createCrashingDatabase>[1])
  crashing.setRisk(1)
  return crashing
}

test('a process that dies between a request and its record pays once', async () => {
  await set('1000')
  let count = 0
  for (const [statement, isRun] of [
    [/insert into "withdrawals"/, false],
    [/update automatic_payouts/, false],
    [/update automatic_payouts/, true]
  ] as const) {
    await deposit(2_000n)
    const crashing = dyingAfter(statement, isRun)
    const { db, pool } = crashing
    await payOutByLightning({ ...app.context, db, pool }).catch(() => {})
    expect(crashing.crashes()).toBe(1)
    expect(await withdrawals()).toHaveLength(isRun ? count + 1 : count)
    expect(await run()).toBe(isRun ? 0 : 1)
    expect(await withdrawals()).toHaveLength(++count)
    await until(async () => (await withdrawals()).every(it => it.state === 'confirmed'))
    await pass(dayMs)
  }
}, 90_000)

test('an unexpected error is tried again after a day too', async () => {
  await set('1000')
  await deposit(2_000n)
  const before = await own()
  const { pool } = app.context
  await pool.query('alter table withdrawals add constraint broken check (false) not valid')
  expect(await run()).toBe(0)
  await pool.query('alter table withdrawals drop constraint broken')
  expect(await own()).toEqual(before)
  expect(await run()).toBe(0)
  expect(server.asked).toEqual(['/.well-known/lnurlp/ada', '/pay?amount=1990000'])
  await pass(dayMs)
  expect(await run()).toBe(1)
  await areIn('confirmed')
})

test('a frozen account is skipped until the freeze is lifted', async () => {
  const admin = await app.signInAdmin()
  await set('1000')
  await deposit(2_000n)
  const { userId: id } = user
  const reason = 'Someone else may use the account.'
  expect((await admin.api.admin.suspendPerson({ id, kind: 'money', reason })).ok).toBe(true)
  expect(await run()).toBe(0)
  expect(server.asked).toEqual([])
  expect((await own()).free).toBe(2_000n)
  expect((await admin.api.admin.liftSuspension({ id })).ok).toBe(true)
  expect(await run()).toBe(1)
  await areIn('confirmed')
})

test('an address that fails keeps the money, is tried once a day, and is notified of once', async () => {
  const lonely = await startTestLightning(lightning.regtest, 9)
  await set('1000')
  await deposit(2_000n)
  const before = await own()
  server.respond(failing)
  expect(await run()).toBe(0)
  expect(await rule()).toMatchObject({
    problem: 'lightning_address_unreachable',
    problem_detail: expect.stringContaining('responded with status 503'),
    next_try_at: expect.any(String)
  })
  expect(await own()).toEqual(before)
  expect(await run()).toBe(0)
  expect(server.asked).toHaveLength(1)
  const notice = {
    kind: 'automatic_payout_failed',
    data: { amount: '1990', asset: 'BTC', address: addressOf() }
  }
  expect(await notices()).toMatchObject([notice])

  // A payment that does not arrive is the same failure, and its money is returned.
  await pass(dayMs)
  server.respond(answer(lonely))
  expect(await run()).toBe(1)
  await areIn('failed')
  expect(await rule()).toMatchObject({
    problem: 'payment_failed',
    problem_detail: 'No payment of the invoice got through'
  })
  expect(await own()).toEqual(before)
  expect(await run()).toBe(0)
  expect(await notices()).toMatchObject([notice])

  await pass(dayMs)
  server.respond(answer())
  expect(await run()).toBe(1)
  await areIn('confirmed', 'failed')
  expect(await rule()).toMatchObject({ problem: null, problem_detail: null })

  await deposit(2_000n)
  await pass(dayMs)
  server.respond(answer(lonely))
  expect(await run()).toBe(1)
  await areIn('failed', 'confirmed', 'failed')
  expect((await notices()).map(it => it.kind)).toEqual([notice.kind, notice.kind])
  // Another address is tried without waiting for the next day, once it is no longer new.
  await set('1000', addressOf('new'))
  expect(await rule()).toMatchObject({ is_frozen: true, problem: null, next_try_at: null })
  server.respond(answer())
  expect(await run()).toBe(0)
  await pass(73 * hourMs)
  expect(await run()).toBe(1)
  await areIn('confirmed', 'failed', 'confirmed', 'failed')
  await lonely.dispose()
}, 120_000)

test('without room under the daily limit, or without the node, no server is requested', async () => {
  const { withdrawals: limits } = app.context.config.payments
  const { dailyLimit } = limits
  await set('1000')
  await deposit(3_000n)
  limits.dailyLimit = { ...dailyLimit, BTC: 1_004n }
  expect(await run()).toBe(0)
  expect(await rule()).toMatchObject({
    problem: 'amount_over_limit',
    next_try_at: expect.any(String)
  })
  limits.dailyLimit = { ...dailyLimit, BTC: 2_005n }
  await pass(hourMs)
  app.context.clock.advance(60_000)
  expect(await run()).toBe(0)
  expect(server.asked).toEqual([])
  await pass(0)
  expect(await run()).toBe(1)
  await areIn('confirmed')
  // What the limit leaves is paid, and the rest stays.
  expect((await own()).free).toBe(3_000n - 1_995n)
  expect(await notices()).toEqual([])
  limits.dailyLimit = dailyLimit
})

test('only BTC, a Lightning Address and a threshold within the limits are accepted', async () => {
  expect(await set('999')).toMatchObject({
    code: 'amount_below_minimum',
    errors: [{ source: { pointer: '/data/attributes/threshold' } }]
  })
  expect(await set('50001')).toMatchObject({ code: 'amount_above_maximum' })
  expect(await set('1000', 'ada')).toMatchObject({
    code: 'lightning_address_invalid',
    errors: [{ source: { pointer: '/data/attributes/address' } }]
  })
  const wish = { method: 'lightning', address: addressOf(), threshold: '1000' } as const
  const dollars = await user.api.payments.setAutomaticPayout({ token_code: 'USDT', ...wish })
  expect(dollars).toMatchObject({ code: 'token_unavailable' })
  const { payments } = app.context.config
  const { lightning: config } = payments
  payments.lightning = null
  expect(await set('1000')).toMatchObject({ code: 'lightning_unavailable' })
  payments.lightning = config
  expect(await rule()).toBeUndefined()
})

test('a new address is asked whether it exists and accepts the threshold, and an unchanged one is not', async () => {
  server.respond((_, outgoing) => outgoing.writeHead(404).end())
  expect(await set('1000', addressOf('typo'))).toMatchObject({
    code: 'lightning_address_not_found',
    errors: [{ source: { pointer: '/data/attributes/address' } }]
  })
  server.respond(failing)
  expect(await set('1000')).toMatchObject({ code: 'lightning_address_unreachable' })
  expect(await set('1000', 'ada@nowhere.invalid')).toMatchObject({
    code: 'lightning_address_unreachable'
  })
  server.respond((_, outgoing) =>
    json(outgoing, {
      ...{ tag: 'payRequest', callback: 'https://pay.example/', metadata },
      ...{ minSendable: 2_000_000, maxSendable: 9_000_000 }
    })
  )
  for (const [threshold, code] of [
    ['1999', 'amount_below_minimum'],
    ['9001', 'amount_above_maximum']
  ] as const)
    expect(await set(threshold)).toMatchObject({
      code,
      errors: [{ source: { pointer: '/data/attributes/threshold' } }]
    })
  expect(await rule()).toBeUndefined()
  expect((await set('2000')).ok).toBe(true)
  server.respond(failing)
  expect((await set('3000')).ok).toBe(true)
  expect(await rule()).toMatchObject({ address: addressOf(), threshold: '3000' })
})
