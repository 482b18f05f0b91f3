import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPasskey } from '@mille/testing/passkey.ts'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import {
  decodeFunctionData,
  erc20Abi,
  getAddress,
  parseTransaction,
  recoverTransactionAddress
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethereumAddressAt } from '../ethereum/keys.ts'
import type { EthereumRequest } from '../ethereum/signer-request.ts'
import { createEthereumSigning } from '../ethereum/signing.ts'
import { operatorsFile, sealKeys, serveSigner } from '../serve-signer.ts'
import { askSigner } from './ask-signer.ts'
import { writeOperators } from './operators.ts'
import { payoutChallenge } from './payout-challenge.ts'
import { passkeyAnswer } from './protocol.ts'

/**
 * Simulates a compromised server as the Bitcoin test does, but checks the signed transactions themselves: of those with
 * the same nonce, only one is mined.
 */
const isFull = process.env.MILLE_PROOF === 'full'
const requests = isFull ? 10_000 : 300
const days = isFull ? 25 : 3
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

const dayMs = 86_400_000
const site = 'https://ads.example'
const gwei = 10n ** 9n
const chainId = 1
const coin = { once: 120_000n * 100n * gwei, daily: 120_000n * 400n * gwei }
/** Limits in units of 1e-8 USD; a token's own unit is a hundred of them. */
const dollars = { once: 20_000n * 10n ** 8n, daily: 50_000n * 10n ** 8n }
const above = 5_000n * 10n ** 8n
const contracts = { USDT: `0x${'11'.repeat(20)}`, USDC: `0x${'22'.repeat(20)}` }
const thief = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'")
const operator = createTestPasskey(site)

const folder = mkdtempSync(join(tmpdir(), 'mille-attack-'))
const socket = join(folder, 'signer.sock')
let signer: { stop: () => Promise<void> }
let time = Date.parse('2026-03-02T10:00:00Z')

beforeAll(async () => {
  process.stdout.write(`attack on the signer's tokens: MILLE_SEED=${seed}\n`)
  const file = join(folder, 'signed')
  const chains = [createEthereumSigning({ key: account, chainId, contracts })]
  const [seal] = sealKeys({ chains })
  const { id, publicKey } = operator
  if (seal) writeOperators(operatorsFile(file), seal, [{ id, publicKey, name: 'Ada' }])
  signer = await serveSigner(
    {
      place: { path: socket, groupId: null },
      file,
      chains,
      limits: { BTC: { once: 0n, daily: 0n }, USD: dollars, coin },
      approvals: { above: { BTC: 0n, USD: above }, origin: site }
    },
    () => time
  )
})
afterAll(async () => {
  await signer?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const often = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, fc.constantFrom(value, ...others))
const lies = fc.record({
  method: fc.constantFrom('sign_ethereum', 'sign_ethereum', 'sign_gas', 'sign_sweep'),
  chainId: often(chainId, 5),
  nonce: fc.oneof(fc.nat(40), fc.constant(2_147_483_647)),
  gas: often(120_000n, 21_000n, 0n, 10n ** 9n),
  price: fc.oneof(fc.bigInt(1n, 100n), fc.constantFrom(0n, 101n, 10n ** 6n)),
  token: fc.constantFrom('USDT' as const, 'USDC' as const),
  /** Amount in the token's own unit, or in wei. */
  amount: fc.oneof(
    { weight: 6, arbitrary: fc.bigInt(1n, above / 100n) },
    fc.constantFrom(0n, above / 100n + 1n, dollars.once / 100n, dollars.once / 100n + 1n),
    fc.bigInt(0n, 10n ** 30n - 1n)
  ),
  index: fc.oneof(fc.nat(5), fc.constant(2_147_483_647)),
  address: often(thief, ethereumAddressAt(account, 0), 'not an address'),
  name: often('new', 'before'),
  insteadOf: often('nothing', 'before', 'made up'),
  approval: fc.constantFrom('none', 'none', 'asked for', 'asked for', 'forged')
})
type Lies = typeof lies extends fc.Arbitrary<infer Value> ? Value : never
type Memory = { names: { withdrawal: string; address: string; amount: bigint }[]; ids: string[] }

test(`${requests} requests that lie about everything get no more tokens and gas than the limits`, async () => {
  const memory: Memory = { names: [], ids: [] }
  const asked = fc.sample(lies, { numRuns: requests, seed })
  let [count, tokens, gas] = [0, 0n, 0n]
  for (let day = 0; day < days; day++) {
    const from = (day * requests) / days
    /** Maximum cost per nonce, since transactions with the same nonce replace each other. */
    const worst = new Map<number, { tokens: bigint; coin: bigint }>()
    let unapproved = 0n
    for (const it of asked.slice(from, from + requests / days)) {
      const request = requestOf(it, memory)
      time += 1
      const answer = await askSigner(socket, request)
      if (!answer.ok) continue
      count += 1
      const isFirst = !memory.names.some(
        known => 'withdrawal' in request && known.withdrawal === request.withdrawal
      )
      if (request.method === 'sign_ethereum' && isFirst && it.approval !== 'asked for')
        unapproved += request.amount * 100n
      memory.ids.push(answer.transactionId)
      if (request.method === 'sign_ethereum') memory.names.push(request)
      const taken = await takenBy(request, answer.raw as `0x02${string}`)
      const before = worst.get(request.nonce) ?? { tokens: 0n, coin: 0n }
      worst.set(request.nonce, {
        tokens: larger(before.tokens, taken.tokens),
        coin: larger(before.coin, taken.coin)
      })
    }
    const [daysTokens, daysCoin] = [sumOf(worst, 'tokens'), sumOf(worst, 'coin')]
    expect(daysTokens <= dollars.daily, `${daysTokens} of tokens on day ${day}`).toBe(true)
    expect(unapproved <= above, `${unapproved} unapproved on day ${day}`).toBe(true)
    expect(daysCoin <= coin.daily, `${daysCoin} wei on day ${day}`).toBe(true)
    tokens += daysTokens
    gas += daysCoin
    time += dayMs
  }
  process.stdout.write(
    `attack on the signer's tokens: ${count} of ${requests} signed, ${tokens} of ${dollars.daily * BigInt(days)} units of dollars and ${gas} of ${coin.daily * BigInt(days)} wei got out\n`
  )
  expect(count).toBeGreaterThan(0)
  expect(tokens).toBeGreaterThan(0n)
})

const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const sumOf = (
  all: ReadonlyMap<number, { tokens: bigint; coin: bigint }>,
  what: 'tokens' | 'coin'
) => [...all.values()].reduce((sum, it) => sum + it[what], 0n)

type Request = EthereumRequest

function requestOf(it: Lies, { names, ids }: Memory): Request {
  const common = {
    chainId: it.chainId,
    nonce: it.nonce,
    gas: it.gas,
    maxFeePerGas: it.price * gwei,
    maxPriorityFeePerGas: 0n
  }
  const { index, amount, token: tokenCode } = it
  if (it.method === 'sign_gas') return { method: it.method, ...common, index, amount }
  if (it.method === 'sign_sweep') return { method: it.method, ...common, index, amount, tokenCode }
  const known = it.name === 'before' ? names.at(-1) : undefined
  const paid = {
    withdrawal: known?.withdrawal ?? randomUUID(),
    address: it.address,
    amount,
    insteadOf:
      it.insteadOf === 'before'
        ? (ids.at(-1) ?? null)
        : it.insteadOf === 'made up'
          ? `0x${'ab'.repeat(32)}`
          : null
  }
  const approval = approvalOf(it.approval, { ...paid, amount: amount * 100n, token: tokenCode })
  return { method: 'sign_ethereum', ...common, ...paid, tokenCode, approval }
}

function approvalOf(kind: string, paid: Omit<Parameters<typeof payoutChallenge>[0], 'network'>) {
  if (kind === 'none') return null
  const by = kind === 'forged' ? createTestPasskey(site) : operator
  const challenge = payoutChallenge({ network: `ethereum:${chainId}`, ...paid })
  const answer = passkeyAnswer.parse(by.answer(Buffer.from(challenge).toString('base64url')))
  return kind === 'forged' ? { ...answer, id: operator.id, rawId: operator.id } : answer
}

/** Reads from the signed bytes what leaves the paying account, whatever was requested; a sweep takes nothing. */
async function takenBy(request: Request, raw: `0x02${string}`) {
  const { to, value = 0n, data, gas = 0n, maxFeePerGas = 0n, ...rest } = parseTransaction(raw)
  const sender = await recoverTransactionAddress({ serializedTransaction: raw })
  expect(rest.chainId).toBe(chainId)
  expect(gas * maxFeePerGas + value <= coin.once).toBe(true)
  const paying = ethereumAddressAt(account, 0, 1)
  if (request.method === 'sign_gas') {
    expect([sender, getAddress(to ?? '0x')]).toEqual([
      paying,
      ethereumAddressAt(account, request.index)
    ])
    return { tokens: 0n, coin: gas * maxFeePerGas + value }
  }
  expect(Object.values(contracts)).toContain(to)
  const { args, functionName } = decodeFunctionData({ abi: erc20Abi, data: data ?? '0x' })
  expect([functionName, value]).toEqual(['transfer', 0n])
  const [target, amount] = args as [string, bigint]
  if (request.method === 'sign_sweep') {
    expect(getAddress(target)).toBe(paying)
    expect(sender).toBe(ethereumAddressAt(account, request.index))
    return { tokens: 0n, coin: 0n }
  }
  expect(sender).toBe(paying)
  const tokens = amount * 100n
  expect(tokens <= dollars.once).toBe(true)
  if (tokens > above && request.method === 'sign_ethereum')
    expect(request.approval?.id).toBe(operator.id)
  return { tokens, coin: gas * maxFeePerGas }
}
