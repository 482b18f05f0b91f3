import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPasskey } from '@mille/testing/passkey.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { RawTx } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressAt, scriptOf } from '../bitcoin/keys.ts'
import { satoshis } from '../bitcoin/rpc.ts'
import type { BitcoinRequest } from '../bitcoin/signer-request.ts'
import { createBitcoinSigning } from '../bitcoin/signing.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { operatorsFile, sealKeys, serveSigner } from '../serve-signer.ts'
import { askSigner } from './ask-signer.ts'
import { writeOperators } from './operators.ts'
import { payoutChallenge } from './payout-challenge.ts'
import { type PasskeyAnswer, passkeyAnswer } from './protocol.ts'

/**
 * Simulates a compromised server that lies about everything for days, and mines the signed transactions that cost the
 * network most.
 */
const isFull = process.env.MILLE_PROOF === 'full'
const days = isFull ? 25 : 2
const requestsPerDay = isFull ? 400 : 60
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

const dayMs = 86_400_000
const site = 'https://ads.example'
const limits = { once: 2_000_000n, daily: 3_000_000n }
const above = 500_000n
const maxFee = 2_000_000n
const maxCoins = 12
const thief = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

type Request = BitcoinRequest
type OwnCoin = {
  transactionId: string
  output: number
  amount: bigint
  branch: 0 | 1
  index: number
}
type Signed = { request: Request; raw: string; loss: bigint; mask: number }

let regtest: Regtest
let signer: { stop: () => Promise<void> }
let time = Date.parse('2026-03-02T10:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'mille-attack-'))
const socket = join(folder, 'signer.sock')
const file = join(folder, 'signed')
const operator = createTestPasskey(site)
/** Passkey responses of the operator, each with the withdrawal that it approves. */
const allowed = new Map<PasskeyAnswer, string>()
/** Scripts that a watching wallet looks at. */
const watched = new Set<string>()

beforeAll(async () => {
  process.stdout.write(`attack on the signer: MILLE_SEED=${seed}\n`)
  regtest = await startRegtest()
  const bitcoin = { key: readExtendedKey(regtest.xprv), network: 'regtest' as const }
  const chains = [createBitcoinSigning(bitcoin)]
  const [seal] = sealKeys({ chains })
  const { id, publicKey } = operator
  if (seal) writeOperators(operatorsFile(file), seal, [{ id, publicKey, name: 'Ada' }])
  const no = { once: 0n, daily: 0n }
  signer = await serveSigner(
    {
      place: { path: socket, groupId: null },
      file,
      chains,
      limits: { BTC: limits, USD: no, coin: no },
      approvals: { above: { BTC: above, USD: 0n }, origin: site }
    },
    () => time
  )
  for (let index = 0; index < 1_000; index++)
    for (const branch of [0, 1] as const)
      if (branch === 1 || index < 20) watched.add(scriptAt(branch, index))
  // Each coin comes from its own transaction, so that a lie can be about a single one.
  for (let index = 0; index < maxCoins; index++) {
    const address = addressAt(bitcoin.key, index, 'regtest')
    await regtest.pay({ [address]: `${(index % 3) + 0.01 * (index + 1)}` })
  }
  await regtest.mine(1)
})
afterAll(async () => {
  await signer?.stop()
  await regtest?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

function scriptAt(branch: 0 | 1, index: number): string {
  const address = addressAt(readExtendedKey(regtest.config.xpub), index, 'regtest', branch)
  return Buffer.from(scriptOf(address, 'regtest') ?? []).toString('hex')
}

type Unspent = { txid: string; vout: number; desc: string; amount: string }
async function scan(): Promise<{ total: bigint; coins: OwnCoin[] }> {
  const { xpub } = regtest.config
  const found = await regtest.rpc.call<{ total_amount: string | number; unspents: Unspent[] }>(
    'scantxoutset',
    'start',
    [
      { desc: `wpkh(${xpub}/0/*)`, range: 20 },
      { desc: `wpkh(${xpub}/1/*)`, range: 999 }
    ]
  )
  const coins = found.unspents.map(({ txid, vout, desc, amount }) => {
    const [, branch, index] = /\/([01])\/(\d+)\]/.exec(desc) ?? []
    const place = { branch: branch === '1' ? (1 as const) : (0 as const), index: Number(index) }
    return { transactionId: txid, output: vout, amount: satoshis(amount), ...place }
  })
  return { total: satoshis(found.total_amount), coins }
}

const amounts = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(1_000n, above) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      0n,
      1n,
      294n,
      above - 1n,
      above,
      above + 1n,
      limits.once,
      limits.daily
    )
  },
  { weight: 1, arbitrary: fc.bigInt(0n, 10n ** 9n) }
)
const often = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, fc.constantFrom(value, ...others))
const hash = 'c0de'.repeat(16)
const lies = fc.record({
  coins: fc.uniqueArray(fc.nat(maxCoins - 1), { minLength: 1, maxLength: 4 }),
  previous: often('honest', 'richer', 'poorer', 'missing', 'shuffled', 'foreign', 'rubbish'),
  place: often('honest', 'other branch', 'other index'),
  payments: fc.array(
    fc.record({
      amount: amounts,
      name: often('new', 'before'),
      to: often('thief', 'own', 'unwatched', 'before'),
      insteadOf: often('nothing', 'before', 'made up'),
      approval: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('none', 'asked for') },
        fc.constantFrom('of another', 'forged')
      )
    }),
    { minLength: 1, maxLength: 3 }
  ),
  fee: fc.oneof(
    { weight: 6, arbitrary: fc.bigInt(300n, 30_000n) },
    fc.constantFrom(0n, -1n, maxFee, maxFee + 1n, 10n ** 8n)
  ),
  change: often('rest', 'none', 'less', 'more'),
  index: often(7, 0, 999, 1_000, 2_000_000_000),
  anchor: fc.constantFrom(null, null, hash, hash, hash.slice(2), hash + hash, `6a26${hash}`)
})
type Lies = typeof lies extends fc.Arbitrary<infer Value> ? Value : never

test(`${days * requestsPerDay} requests that lie about everything get no more than the limits onto the chain`, async () => {
  const before = await scan()
  const asked = fc.sample(lies, { numRuns: days * requestsPerDay, seed })
  const memory = { names: [] as Request['payments'], transactions: [] as string[] }
  let [signedCount, lost, freely] = [0, 0n, 0n]
  for (let day = 0; day < days; day++) {
    const { coins, total } = await scan()
    const chosen = coins.sort((a, b) => Number(b.amount - a.amount)).slice(0, maxCoins)
    const whole = new Map<string, string>()
    for (const { transactionId } of chosen)
      whole.set(transactionId, await regtest.rpc.call('getrawtransaction', transactionId))
    const signed: Signed[] = []
    let unapproved = 0n
    for (const it of asked.slice(day * requestsPerDay, (day + 1) * requestsPerDay)) {
      const request = requestOf(it, chosen, whole, memory)
      time += 1
      const answer = await askSigner(socket, request)
      if (!answer.ok) continue
      memory.transactions.push(answer.transactionId)
      unapproved += firstUnapproved(request, memory.names)
      memory.names.push(...request.payments)
      signed.push(expectHarmless(request, answer.raw, chosen))
    }
    expectOnePayoutEach(signed)
    expect(unapproved <= above, `${unapproved} of ${above} unapproved on day ${day}`).toBe(true)
    freely += unapproved
    const worst = dearest(signed)
    const sum = worst.reduce((all, it) => all + it.loss, 0n)
    expect(sum <= limits.daily, `${sum} of ${limits.daily} on day ${day}`).toBe(true)
    await mixSignatures(signed)
    await mineThese(worst.map(it => it.raw))
    // To the satoshi, the chain lost what was counted.
    expect((await scan()).total).toBe(total - sum)
    lost += sum
    signedCount += signed.length
    time += dayMs
  }
  const after = await scan()
  expect(before.total - after.total).toBe(lost)
  expect(lost <= limits.daily * BigInt(days)).toBe(true)
  process.stdout.write(
    `attack on the signer: ${signedCount} of ${asked.length} requests signed, ${lost} of ${limits.daily * BigInt(days)} satoshis got out\n`
  )
  expect(signedCount).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0n)
  expect(freely).toBeGreaterThan(0n)
})

/** Sums a transaction's payments that are new and not approved by an operator. */
function firstUnapproved(request: Request, before: Request['payments']): bigint {
  return request.payments
    .filter(it => before.every(known => known.withdrawal !== it.withdrawal))
    .filter(it => !it.approval || allowed.get(it.approval) !== it.withdrawal)
    .reduce((sum, it) => sum + it.amount, 0n)
}

function requestOf(
  it: Lies,
  coins: readonly OwnCoin[],
  whole: ReadonlyMap<string, string>,
  { names, transactions }: { names: Request['payments']; transactions: string[] }
): Request {
  const used = it.coins.flatMap(place => coins[place] ?? [])
  const inputs = used.map(({ transactionId, output, branch, index }) => ({
    transactionId,
    output,
    branch: it.place === 'other branch' ? ((1 - branch) as 0 | 1) : branch,
    index: it.place === 'other index' ? index + 1 : index
  }))
  const raws = [...new Set(used.map(({ transactionId }) => whole.get(transactionId) ?? ''))]
  const payments = it.payments.map((payment, place) => {
    const known = names[(names.length * (place + 7)) % Math.max(1, names.length)]
    const isBefore = payment.name === 'before' && known !== undefined
    const own = readExtendedKey(regtest.config.xpub)
    const addresses = {
      thief,
      own: addressAt(own, 5, 'regtest', 1),
      unwatched: addressAt(own, 5_000, 'regtest', 1),
      before: known?.address ?? thief
    }
    const paid = {
      withdrawal: isBefore ? known.withdrawal : randomUUID(),
      address: addresses[payment.to as keyof typeof addresses],
      amount: payment.amount,
      insteadOf:
        payment.insteadOf === 'before'
          ? (transactions.at(-1 - place) ?? null)
          : payment.insteadOf === 'made up'
            ? 'ab'.repeat(32)
            : null
    }
    return { ...paid, approval: approvalOf(payment.approval, paid, known?.approval ?? null) }
  })
  // The amounts that a signer would believe if it trusted the first previous transaction.
  const told = ({ transactionId, amount }: OwnCoin) => {
    if (transactionId !== used[0]?.transactionId) return amount
    return it.previous === 'richer' ? amount * 2n : it.previous === 'poorer' ? amount / 2n : amount
  }
  const sum = used.reduce((all, coin) => all + told(coin), 0n)
  const rest = sum - payments.reduce((all, payment) => all + payment.amount, 0n) - it.fee
  const amount = it.change === 'less' ? rest / 2n : it.change === 'more' ? rest + 1_000n : rest
  return {
    method: 'sign_bitcoin',
    previous: previousOf(it.previous, raws),
    inputs,
    payments,
    change: it.change === 'none' || amount <= 0n ? null : { index: it.index, amount },
    anchor: it.anchor
  }
}

type Paid = Omit<Request['payments'][number], 'approval'>
/** Builds an approval. The operator approves some of the payments, which count like the rest. */
function approvalOf(kind: string, paid: Paid, before: PasskeyAnswer | null): PasskeyAnswer | null {
  if (kind === 'none') return null
  if (kind === 'of another') return before
  const by = kind === 'forged' ? createTestPasskey(site) : operator
  const challenge = payoutChallenge({ network: 'bitcoin:regtest', token: 'BTC', ...paid })
  const answer = passkeyAnswer.parse(by.answer(Buffer.from(challenge).toString('base64url')))
  if (kind === 'forged') return { ...answer, id: operator.id, rawId: operator.id }
  allowed.set(answer, paid.withdrawal)
  return answer
}

function previousOf(kind: string, raws: readonly string[]): string[] {
  const [first = '', ...rest] = raws
  if (first === '') return ['00']
  if (kind === 'missing') return rest.length > 0 ? rest : ['00']
  if (kind === 'rubbish') return [`${first.slice(0, -2)}ff`, ...rest]
  if (kind === 'shuffled') return [...raws].reverse()
  if (kind !== 'richer' && kind !== 'poorer' && kind !== 'foreign') return [...raws]
  const read = RawTx.decode(new Uint8Array(Buffer.from(first, 'hex')))
  for (const output of read.outputs) {
    if (kind === 'foreign') output.script = scriptOf(thief, 'regtest') ?? output.script
    else output.amount = kind === 'richer' ? output.amount * 2n : output.amount / 2n
  }
  return [Buffer.from(RawTx.encode(read)).toString('hex'), ...rest]
}

/** Checks a signed transaction against the chain's own amounts, whatever the request said. */
function expectHarmless(request: Request, raw: string, coins: readonly OwnCoin[]): Signed {
  const read = RawTx.decode(new Uint8Array(Buffer.from(raw, 'hex')))
  let [mask, spent, paid, back] = [0, 0n, 0n, 0n]
  for (const { txid, index } of read.inputs) {
    const id = Buffer.from(txid).toString('hex')
    const place = coins.findIndex(it => it.transactionId === id && it.output === index)
    mask |= 1 << place
    spent += coins[place]?.amount ?? 0n
  }
  for (const [place, { amount, script }] of read.outputs.entries()) {
    paid += amount
    const isOwn = watched.has(Buffer.from(script).toString('hex'))
    if (isOwn) back += amount
    if (script[0] === 0x6a) {
      expect([place, amount]).toEqual([read.outputs.length - 1, 0n])
      expect(Buffer.from(script).toString('hex')).toBe(`6a266d696c6c6531${request.anchor}`)
      continue
    }
    const payment = request.payments[place]
    // An output that is not a payment is change.
    if (!payment) expect(isOwn).toBe(true)
    else if (amount > above) expect(payment.approval?.id).toBe(operator.id)
  }
  expect(spent - paid <= maxFee).toBe(true)
  expect(spent - back <= limits.once).toBe(true)
  return { request, raw, mask, loss: spent - back }
}

/**
 * Expects two transactions that pay the same withdrawal to share an input, unless the server declared the other one
 * dead.
 */
function expectOnePayoutEach(signed: readonly Signed[]): void {
  const byName = new Map<string, number[]>()
  for (const { request, mask } of signed)
    for (const { withdrawal, insteadOf } of request.payments)
      if (insteadOf === null) byName.set(withdrawal, [...(byName.get(withdrawal) ?? []), mask])
  for (const masks of byName.values())
    for (const one of masks) for (const other of masks) expect(one & other).not.toBe(0)
}

/** Selects the transactions that can be mined together and cost the network most: the best packing of coins. */
function dearest(signed: readonly Signed[]): Signed[] {
  let best = new Map<number, { sum: bigint; chosen: Signed[] }>([[0, { sum: 0n, chosen: [] }]])
  for (const it of signed) {
    const next = new Map(best)
    for (const [mask, { sum, chosen }] of best) {
      if ((mask & it.mask) !== 0) continue
      const both = mask | it.mask
      if ((next.get(both)?.sum ?? -1n) < sum + it.loss)
        next.set(both, { sum: sum + it.loss, chosen: [...chosen, it] })
    }
    best = next
  }
  return [...best.values()].reduce((max, it) => (it.sum > max.sum ? it : max)).chosen
}

/** Mines transactions as the thief's own miner, who accepts dust and any fee. */
async function mineThese(raws: readonly string[]): Promise<void> {
  const address = await regtest.rpc.wallet<string>('getnewaddress')
  await regtest.rpc.call('generateblock', address, raws)
}

/** Checks that signatures of one transaction are invalid in another one. */
async function mixSignatures(signed: readonly Signed[]): Promise<void> {
  for (const [place, one] of signed.slice(0, 10).entries()) {
    const other = signed[place + 1]
    if (!other || other.raw === one.raw) continue
    const [a, b] = [one, other].map(it => RawTx.decode(new Uint8Array(Buffer.from(it.raw, 'hex'))))
    if (!a?.witnesses || !b?.witnesses) continue
    a.witnesses = a.witnesses.map((own, input) => b.witnesses?.[input] ?? own)
    const mixed = Buffer.from(RawTx.encode(a)).toString('hex')
    await expect(mineThese([mixed])).rejects.toThrow('mandatory-script-verify-flag')
  }
}
