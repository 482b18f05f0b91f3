import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestLightning, until } from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import { type LnurlServer, startLnurlServer } from '@mille/testing/lnurl-server.ts'
import { addPasskey } from '@mille/testing/passkey.ts'
import { verifyChain } from '@mille/testing/payments.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLightning } from '../../lightning-health.ts'

const metadata = JSON.stringify([['text/plain', 'Payout for “Ada”']])
const descriptionHash = createHash('sha256').update(metadata).digest('hex')

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
  app.context.config.payments.withdrawals.freezeHours = 1
  user = await app.signIn()
  await lightning.deposit(user, 90_000n)
})
afterAll(async () => {
  await lightning?.close()
  server?.close()
})
beforeEach(() => {
  server.asked.length = 0
  server.respond(answer())
})
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const own = () => lightning.balanceOf(user)

const newInvoice = (
  amount: bigint,
  more: { expirySeconds?: number; descriptionHash?: string } = {}
) =>
  payee
    .node()
    .createInvoice({ amount, description: '', expirySeconds: 600, descriptionHash, ...more })

const json = (outgoing: ServerResponse, value: unknown) =>
  outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))

type Callback = (amount: bigint, outgoing: ServerResponse, url: URL) => unknown

/** Answers as the server of every address of its host does, except for what is given. */
function answer(
  terms: Record<string, unknown> = {},
  callback: Callback = async (amount, outgoing) =>
    json(outgoing, { pr: (await newInvoice(amount)).invoice, routes: [] })
) {
  return (url: URL, outgoing: ServerResponse) => {
    if (url.pathname === '/pay')
      return callback(BigInt(url.searchParams.get('amount') ?? 0) / 1_000n, outgoing, url)
    return json(outgoing, {
      tag: 'payRequest',
      callback: `${url.origin}/pay?user=ada#top`,
      ...{ minSendable: 1_000, maxSendable: 1e20, metadata, ...terms }
    })
  }
}

const addressOf = (name = 'ada') => `${name}@${server.host}`

async function withdraw(address = addressOf(), amount = '2000', options = {}) {
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  return user.api.payments.createLightningWithdrawal({ address, amount }, options)
}

async function find(id: string) {
  const listed = await user.api.payments.listWithdrawals()
  if (!listed.ok) throw new Error(listed.code)
  return listed.value.data.find(it => it.id === id)!.attributes
}
const isIn = (id: string, state: string) => until(async () => (await find(id)).state === state)

async function isReceived(paymentHash: string | undefined, amount: bigint): Promise<boolean> {
  const found = await payee.node().findInvoice(paymentHash ?? '')
  return found?.state === 'settled' && found.received === amount
}

test('an address gets exactly the amount, and is kept with the withdrawal', async () => {
  const before = await own()
  const typed = ` LIGHTNING:Ada@${server.host} `
  const asked = await withdraw(typed, '20000', { idempotencyKey: 'once' })
  const again = await withdraw(typed, '20000', { idempotencyKey: 'once' })
  expect(again).toEqual(asked)
  if (!asked.ok) throw new Error(asked.code)
  const { id, attributes } = asked.value.data
  expect(attributes).toMatchObject({
    ...{ amount: '20100', fee: '100' },
    address: expect.stringMatching(/^lnbcrt/),
    lightning: { address: addressOf() }
  })
  expect(server.asked).toEqual(['/.well-known/lnurlp/ada', '/pay?user=ada&amount=20000000'])
  await isIn(id, 'confirmed')
  const { lightning } = await find(id)
  expect(lightning).toMatchObject({ address: addressOf(), preimage: expect.any(String) })
  await until(() => isReceived(lightning?.payment_hash, 20_000n))
  expect(await own()).toEqual({ free: before.free - 20_000n, held: 0n })
})

const mainnet =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
/** The same with an expiry of 10^14 seconds. */
const endless =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgqxq2z67vg85sqq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugpmtc4yd'
const huge = ' '.repeat(196_608)
const paying = (callback: Callback) => answer({}, callback)
const invoiceOf = (pr: string) => paying((_, outgoing) => json(outgoing, { pr }))
const refusing = (reason: unknown) =>
  paying((_, outgoing) => json(outgoing, { status: 'ERROR', reason }))
const unreachable = 'lightning_address_unreachable'
const unusable = 'lightning_address_unusable'

test.each<[string, () => ReturnType<typeof answer>, string, RegExp, string?]>([
  [
    'no such address',
    () => (_, outgoing) => outgoing.writeHead(404).end('no'),
    'lightning_address_not_found',
    /has no address with this name/
  ],
  ['an error', () => (_, outgoing) => outgoing.writeHead(500).end(), unreachable, /status 500/],
  [
    'a refusal at first',
    () => (_, outgoing) => json(outgoing, { status: 'ERROR', reason: 'Closed' }),
    'lightning_address_refused',
    /“Closed”/
  ],
  [
    'a refusal with control characters and too many words',
    () => refusing(`no\u202e\u0000\n${'way '.repeat(100)}`),
    'lightning_address_refused',
    /“no way [way ]{0,155}…”$/
  ],
  ['a refusal without a reason', () => refusing({}), 'lightning_address_refused', /no reason/],
  ['a page', () => (_, outgoing) => outgoing.end('<p>Hi</p>'), unusable, /did not answer like/],
  ['another tag', () => answer({ tag: 'withdrawRequest' }), unusable, /did not answer like/],
  ['wrong limits', () => answer({ minSendable: '1' }), unusable, /did not answer like/],
  [
    'a higher minimum',
    () => answer({ minSendable: 2_000_001 }),
    'amount_below_minimum',
    /0\.00002001 to /,
    'amount'
  ],
  [
    'a lower maximum',
    () => answer({ maxSendable: 1_999_999 }),
    'amount_above_maximum',
    / to 0\.00001999 BTC/,
    'amount'
  ],
  [
    'payments without encryption',
    () => answer({ callback: 'http://127.0.0.1/pay' }),
    unusable,
    /no encrypted address/
  ],
  ['no address for payments', () => answer({ callback: '/pay' }), unusable, /no encrypted/],
  [
    'a redirect without encryption to this machine',
    () => paying((_, outgoing) => outgoing.writeHead(302, { location: 'http://127.0.0.1/' }).end()),
    unreachable,
    /without https/
  ],
  ['a huge answer', () => paying((_, outgoing) => outgoing.end(huge)), unusable, /192 kB/],
  ['a silent server', () => paying(() => {}), unreachable, /did not respond within 4 seconds/],
  ['no invoice', () => paying((_, outgoing) => json(outgoing, {})), unusable, /did not answer/],
  ['a wrong invoice', () => invoiceOf('lnbcrt1x'), 'invoice_invalid', /something other/],
  [
    'an invoice that no database can store',
    () => invoiceOf('lnbcrt1\u0000'),
    'invoice_invalid',
    /something other/
  ],
  [
    'an invoice with an expiry that no date has',
    () => invoiceOf(endless),
    'invoice_invalid',
    /something other/
  ],
  ['another network', () => invoiceOf(mainnet), 'invoice_wrong_network', /another Bitcoin/],
  [
    'another amount',
    () => paying(async (_, outgoing) => json(outgoing, { pr: (await newInvoice(2_001n)).invoice })),
    unusable,
    /another amount/
  ],
  [
    'another description',
    () => answer({ metadata: metadata.replace('Ada', 'Eve') }),
    unusable,
    /another description/
  ],
  [
    'an invoice that expires at once',
    () =>
      paying(async (amount, outgoing) =>
        json(outgoing, { pr: (await newInvoice(amount, { expirySeconds: 20 })).invoice })
      ),
    'invoice_expired',
    /expires too soon/
  ],
  [
    'an invoice that would be replaced before it is paid',
    () =>
      paying(async (amount, outgoing) =>
        json(outgoing, { pr: (await newInvoice(amount, { expirySeconds: 50 })).invoice })
      ),
    'invoice_expired',
    /expires too soon/
  ]
])('a server with %s is refused, and nothing is held', async (_, respond, code, says, field) => {
  app.context.clock.set(new Date())
  const before = await own()
  server.respond(respond())
  const refused = await withdraw()
  expect(refused).toMatchObject({
    ok: false,
    code,
    errors: [
      {
        detail: expect.stringMatching(says),
        source: { pointer: `/data/attributes/${field ?? 'address'}` }
      }
    ]
  })
  expect(await own()).toEqual(before)
})

test('an invoice of the network itself, and one that was given before, are refused', async () => {
  const made = await user.api.payments.createLightningDeposit({
    depositable_id: user.userId,
    depositable_type: 'user',
    amount: '2000'
  })
  if (!made.ok) throw new Error(made.code)
  server.respond(invoiceOf(made.value.data.attributes.invoice))
  expect(await withdraw()).toMatchObject({ code: 'invoice_of_network' })

  const { invoice } = await newInvoice(2_000n)
  server.respond(invoiceOf(invoice))
  const first = await withdraw()
  if (!first.ok) throw new Error(first.code)
  expect(await withdraw()).toMatchObject({
    code: 'invoice_used',
    errors: [{ source: { pointer: '/data/attributes/address' } }]
  })
  await isIn(first.value.data.id, 'confirmed')
})

test('no private address, and nothing without a reason, is requested', async () => {
  const { config } = app.context
  for (const address of ['ada', '..@wallet.example', 'ada@abc.onion'])
    expect(await withdraw(address)).toMatchObject({ code: 'lightning_address_invalid' })
  expect(await withdraw(addressOf(), '999')).toMatchObject({ code: 'amount_below_minimum' })
  expect(await withdraw(addressOf(), '50001')).toMatchObject({ code: 'amount_above_maximum' })
  config.allowPrivateHosts = false
  for (const address of [addressOf(), 'ada@localhost', 'ada@127.0.0.1', 'ada@169.254.169.254'])
    expect(await withdraw(address)).toMatchObject({ code: unreachable })
  config.allowPrivateHosts = true
  expect(server.asked).toEqual([])
  const { payments } = user.api
  const { invoice } = await newInvoice(2_000n)
  for (const wrong of [
    {},
    { address: addressOf() },
    { amount: '2000' },
    { invoice, amount: '2000' },
    { invoice, address: addressOf(), amount: '2000' }
  ])
    expect(await payments.createLightningWithdrawal(wrong)).toMatchObject({ code: 'invalid' })
})

test('a new address waits, and is then paid by a new invoice of the same amount', async () => {
  const { clock } = app.context
  const before = await own()
  const asked = await withdraw(addressOf('new'))
  if (!asked.ok) throw new Error(asked.code)
  const { id, attributes } = asked.value.data
  expect(attributes.not_before).not.toBeNull()
  server.respond(
    answer({}, async (amount, outgoing) =>
      json(outgoing, { pr: (await newInvoice(amount, { expirySeconds: 7_200 })).invoice })
    )
  )
  clock.set(new Date(Date.now() + 3_700_000))
  await isIn(id, 'confirmed')
  const { lightning, amount } = await find(id)
  expect(lightning?.address).toBe(addressOf('new'))
  expect(lightning?.payment_hash).not.toBe(attributes.lightning?.payment_hash)
  expect(amount).toBe('2000')
  await until(() => isReceived(lightning?.payment_hash, 2_000n))
  expect(await isReceived(attributes.lightning?.payment_hash, 2_000n)).toBe(false)
  expect(await own()).toEqual({ free: before.free - 2_000n, held: 0n })
  clock.set(new Date())
})

test('an operator approves the address; if it then sends no invoice, the money is returned', async () => {
  const { clock, config } = app.context
  const { withdrawals } = config.payments
  const { approvalAbove } = withdrawals
  const before = await own()
  withdrawals.approvalAbove = { BTC: 1_000n, USD: 0n }
  const asked = await withdraw()
  if (!asked.ok) throw new Error(asked.code)
  const { id } = asked.value.data
  expect(asked.value.data.attributes.needs_approval).toBe(true)
  clock.set(new Date(Date.now() + 700_000))
  server.asked.length = 0
  server.respond((_, outgoing) => outgoing.writeHead(503).end())
  // Nothing is requested of the server before the approval.
  await until(async () => {
    const seen = (await readLightning(app.context))?.seenAt
    return seen !== null && seen !== undefined && clock.now().getTime() - seen.getTime() < 10_000
  })
  await sleep(1_500)
  expect(server.asked).toEqual([])
  expect(await find(id)).toMatchObject({ state: 'requested' })

  const admin = await app.signInAdmin()
  const passkey = await addPasskey(admin, config.publicUrl)
  const read = async () => {
    const review = await admin.api.payments.readPayoutReview()
    return review.ok ? review.value.data.find(it => it.id === id)?.attributes : undefined
  }
  const reviewed = await read()
  expect(reviewed?.lightning?.address).toBe(addressOf())
  const challenge = reviewed?.passkey_challenge ?? ''
  const { pool } = app.context
  await pool.query(`update withdrawals set address = 'another invoice' where id = $1`, [id])
  expect((await read())?.passkey_challenge).toBe(challenge)
  await pool.query(`update withdrawals set lightning_address = 'eve@x' where id = $1`, [id])
  expect((await read())?.passkey_challenge).not.toBe(challenge)
  await pool.query(`update withdrawals set lightning_address = $2 where id = $1`, [id, addressOf()])
  const response = passkey.answer(challenge)
  const decided = await admin.api.payments.decideWithdrawal({ id, decision: 'approve', response })
  expect(decided).toMatchObject({ ok: true })
  await isIn(id, 'failed')
  expect((await find(id)).reason).toBe('No new invoice could be fetched from the Lightning Address')
  expect(server.asked).toEqual(['/.well-known/lnurlp/ada'])
  expect(await own()).toEqual(before)
  withdrawals.approvalAbove = approvalAbove
  clock.set(new Date())
})
