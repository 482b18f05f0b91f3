import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payTo } from '@mille/testing/payments.ts'
import { HDKey } from '@scure/bip32'
import { RawTx } from '@scure/btc-signer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressAt } from '../bitcoin/keys.ts'
import type { BitcoinRequest } from '../bitcoin/signer-request.ts'
import { createBitcoinSigning } from '../bitcoin/signing.ts'
import { serveSigner } from '../serve-signer.ts'
import { askSigner } from './ask-signer.ts'
import type { SignerAnswer } from './protocol.ts'

type Request = BitcoinRequest

const coin = 300_000_000n
const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/84'/1'/0'")
const somebody = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const named = { insteadOf: null, approval: null }
const no = { once: 0n, daily: 0n }

let folder: string
let signer: { stop: () => Promise<void> }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-signer-'))
  await start()
})
afterEach(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a signer with the limits of the audit's attack: 0.02 BTC per transaction and 0.03 BTC per day. */
async function start(): Promise<void> {
  const place = { path: join(folder, 'signer.sock'), groupId: null }
  signer = await serveSigner({
    place,
    file: join(folder, 'signed'),
    chains: [createBitcoinSigning({ key, network: 'regtest' })],
    limits: { BTC: { once: 2_000_000n, daily: 3_000_000n }, USD: no, coin: no },
    approvals: { above: { BTC: 2_000_000n, USD: 0n }, origin: null }
  })
}

const ask = (request: Request) => askSigner(join(folder, 'signer.sock'), request)
const own = (place = 0, amount = coin) => payTo(addressAt(key, place, 'regtest'), amount)

function inputOf(transactionId: string, index = 0): Request['inputs'][number] {
  return { transactionId, output: 0, branch: 0, index }
}
/** Requests a payment from one coin of 3 BTC, with change. */
function pay(
  before: { transactionId: string; raw: string },
  {
    amount = 100_000n,
    fee = 1_000n,
    withdrawal = randomUUID() as string,
    insteadOf = null as string | null
  } = {}
): Promise<SignerAnswer> {
  return ask({
    method: 'sign_bitcoin',
    previous: [before.raw],
    inputs: [inputOf(before.transactionId)],
    payments: [{ ...named, insteadOf, withdrawal, address: somebody, amount }],
    change: { index: 7, amount: coin - amount - fee }
  })
}

test('amounts are read from the transactions that inputs come from, so that a request cannot state a false one', async () => {
  const [one, two] = [own(0), own(1)]
  const inputs = [inputOf(one.transactionId), inputOf(two.transactionId, 1)]
  const payments = [{ ...named, withdrawal: randomUUID(), address: somebody, amount: 100_000n }]
  const change = { index: 7, amount: coin - 101_000n }
  const request = { method: 'sign_bitcoin' as const, inputs, payments, change }
  // The whole coin of 3 BTC would go to the miners.
  const honest = await ask({ ...request, previous: [one.raw, two.raw] })
  expect(honest).toMatchObject({
    ok: false,
    code: 'fee_refused',
    detail: 'a fee of 300001000 satoshis'
  })
  // A previous transaction with a false amount has another ID, so the input is not found.
  for (const place of [0, 1]) {
    const lied = [own(0, place === 0 ? 1n : coin), own(1, place === 1 ? 1n : coin)]
    const wrongId = await ask({ ...request, previous: lied.map(it => it.raw) })
    expect(wrongId).toMatchObject({ ok: false, code: 'input_refused' })
  }
  const read = RawTx.decode(new Uint8Array(Buffer.from(two.raw, 'hex')))
  read.outputs[0]!.amount = 1n
  const changed = Buffer.from(RawTx.encode(read)).toString('hex')
  expect(await ask({ ...request, previous: [one.raw, changed] })).toMatchObject({
    code: 'input_refused'
  })
  // A second transaction with the same ID does not count, and an input that is not ours is refused.
  expect(await ask({ ...request, previous: [changed, one.raw] })).toMatchObject({ ok: false })
  const foreign = payTo(somebody, coin)
  expect(
    await ask({ ...request, inputs: [inputOf(foreign.transactionId)], previous: [foreign.raw] })
  ).toMatchObject({ code: 'input_refused' })
})

test('change comes back only to where every watching wallet looks', async () => {
  const before = own()
  const request = {
    method: 'sign_bitcoin' as const,
    previous: [before.raw],
    inputs: [inputOf(before.transactionId)],
    payments: [{ ...named, withdrawal: randomUUID(), address: somebody, amount: 100_000n }]
  }
  for (const index of [1_000, 2_000_000_000])
    expect(await ask({ ...request, change: { index, amount: coin - 101_000n } })).toMatchObject({
      ok: false,
      code: 'change_refused'
    })
  expect(await ask({ ...request, change: { index: 999, amount: coin - 101_000n } })).toMatchObject({
    ok: true
  })
})

test('an anchor is 32 bytes in one output without value, and whatever else is asked for is refused', async () => {
  const before = own()
  const anchor = '0123456789abcdef'.repeat(4)
  const plain = () => ({
    method: 'sign_bitcoin' as const,
    previous: [before.raw],
    inputs: [inputOf(before.transactionId)],
    payments: [{ ...named, withdrawal: randomUUID(), address: somebody, amount: 100_000n }],
    change: { index: 7, amount: coin - 101_000n }
  })
  const signed = await ask({ ...plain(), anchor })
  if (!signed.ok) throw new Error(signed.detail)
  const { outputs } = RawTx.decode(new Uint8Array(Buffer.from(signed.raw, 'hex')))
  expect(outputs.map(it => it.amount)).toEqual([100_000n, coin - 101_000n, 0n])
  expect(Buffer.from(outputs[2]?.script ?? []).toString('hex')).toBe(`6a266d696c6c6531${anchor}`)

  const script = `6a266d696c6c6531${anchor}`
  const tampered = [anchor.slice(2), `${anchor}00`, anchor.toUpperCase(), script, '', 7]
  const doubled = [anchor + anchor, [anchor, anchor], [anchor], { hash: anchor, amount: '1' }]
  for (const wrong of [...tampered, ...doubled])
    expect(await ask({ ...plain(), anchor: wrong } as Request)).toMatchObject({
      ok: false,
      code: 'not_understood'
    })
  // Neither a second anchor nor any other output is accepted under another field name.
  for (const more of [
    { anchors: [anchor] },
    { outputs: [{ script, amount: '0' }] },
    { data: script }
  ])
    expect(await ask({ ...plain(), anchor, ...more } as Request)).toMatchObject({
      ok: false,
      code: 'not_understood'
    })
  const inPayment = { ...plain().payments[0], script } as Request['payments'][number]
  expect(await ask({ ...plain(), payments: [inPayment] })).toMatchObject({ ok: false })
  const toScript = { ...named, withdrawal: randomUUID(), address: script, amount: 0n }
  expect(await ask({ ...plain(), payments: [toScript] })).toMatchObject({ ok: false })
})

test('a withdrawal is paid once: a second payout spends the same as the first, or is refused', async () => {
  const withdrawal = randomUUID()
  const [first, second] = [own(), own()]
  const signed = await pay(first, { withdrawal })
  expect(signed).toMatchObject({ ok: true })
  const refused = await pay(second, { withdrawal })
  expect(refused).toMatchObject({ ok: false, code: 'already_signed' })
  // A server that lost the transaction gets it back, to send it again.
  expect(!refused.ok && refused.earlier).toEqual({
    transactionId: signed.ok && signed.transactionId,
    raw: signed.ok && signed.raw,
    withdrawals: [withdrawal]
  })
  expect(await pay(first, { withdrawal, fee: 2_000n })).toMatchObject({ ok: true })
  const other = await pay(first, { withdrawal, amount: 200_000n })
  expect(other).toMatchObject({ ok: false, code: 'already_signed' })
  await signer.stop()
  await start()
  expect(await pay(second, { withdrawal })).toMatchObject({ code: 'already_signed' })
})

test('a payout that is said to be dead is signed again once, by its name', async () => {
  const withdrawal = randomUUID()
  const first = await pay(own(), { withdrawal })
  const insteadOf = first.ok ? first.transactionId : ''
  expect(await pay(own(), { withdrawal, insteadOf: 'ab'.repeat(32) })).toMatchObject({ ok: false })
  expect(await pay(own(), { withdrawal, insteadOf })).toMatchObject({ ok: true })
  expect(await pay(own(), { withdrawal, insteadOf })).toMatchObject({ code: 'already_signed' })
})

test('a server of another version is told so, and one withdrawal or input is there once', async () => {
  const before = own()
  const withdrawal = randomUUID()
  const payment = { ...named, withdrawal, address: somebody, amount: 1_000n }
  const request = {
    version: 1,
    method: 'sign_bitcoin' as const,
    previous: [before.raw],
    inputs: [inputOf(before.transactionId)],
    payments: [payment],
    change: null
  }
  expect(await ask(request)).toMatchObject({ ok: false, code: 'wrong_version' })
  const { version: _, ...now } = request
  expect(await ask({ ...now, payments: [payment, payment] })).toMatchObject({
    code: 'not_understood'
  })
  const input = inputOf(before.transactionId)
  expect(await ask({ ...now, inputs: [input, input] })).toMatchObject({ code: 'not_understood' })
})
