import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { zeroAddress } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEthereumSigning } from './ethereum/signing.ts'
import { serveSigner } from './serve-signer.ts'
import { askSigner } from './signer/ask-signer.ts'
import type { SignerAnswer, SignerRequest } from './signer/protocol.ts'

const dayMs = 86_400_000
const gwei = 10n ** 9n
/** Gas limit of one transfer. At 10 gwei, the limits allow its cost per transaction and ten times that per day. */
const gas = 100_000n
const cost = gas * 10n * gwei
const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/60'/0'")
const contract = `0x${'11'.repeat(20)}`
const somebody = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

let folder: string
let signer: { stop: () => Promise<void> }
let time: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-signer-'))
  time = Date.parse('2026-03-02T10:00:00Z')
  await start()
})
afterEach(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true, force: true })
})

const socket = () => join(folder, 'signer.sock')

async function start(): Promise<void> {
  const wide = { once: 10n ** 15n, daily: 10n ** 15n }
  signer = await serveSigner(
    {
      place: { path: socket(), groupId: null },
      file: join(folder, 'signed'),
      chains: [createEthereumSigning({ key: account, chainId: 1, contracts: { USDT: contract } })],
      limits: { BTC: wide, USD: wide, coin: { once: cost, daily: 10n * cost } },
      approvals: { above: { BTC: wide.once, USD: wide.once }, origin: null }
    },
    () => time
  )
}

/** Restarts the signer as after a crash: only its file is kept. */
async function restart(): Promise<void> {
  await signer.stop()
  await start()
}

const common = { chainId: 1, gas, maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: 1n }

function ask(request: SignerRequest): Promise<SignerAnswer> {
  return askSigner(socket(), request)
}
function payOut(nonce: number, price = 10n, address = somebody): Promise<SignerAnswer> {
  const named = { withdrawal: randomUUID(), insteadOf: null, approval: null }
  const to = { ...named, tokenCode: 'USDT' as const, address, amount: 1n }
  return ask({ method: 'sign_ethereum', ...common, nonce, maxFeePerGas: price * gwei, ...to })
}
function sendGas(nonce: number, amount: bigint): Promise<SignerAnswer> {
  return ask({ method: 'sign_gas', ...common, gas: 21_000n, nonce, index: 3, amount })
}
function sweep(nonce: number, price = 10n): Promise<SignerAnswer> {
  const from = { tokenCode: 'USDT' as const, index: 3, amount: 1n }
  return ask({ method: 'sign_sweep', ...common, nonce, maxFeePerGas: price * gwei, ...from })
}

test('no transaction costs more than its limit, with what it carries', async () => {
  expect(await payOut(0, 11n)).toMatchObject({ code: 'fee_refused' })
  expect(await sweep(0, 11n)).toMatchObject({ code: 'fee_refused' })
  expect(await sendGas(0, cost)).toMatchObject({
    code: 'fee_refused',
    detail: expect.stringContaining(`over the limit of ${cost}`)
  })
  expect(await payOut(0)).toMatchObject({ ok: true })
})

test('no tokens go to the address zero or to the contract of a token', async () => {
  for (const address of [zeroAddress, contract, contract.toUpperCase().replace('0X', '0x')])
    expect(await payOut(0, 1n, address)).toMatchObject({ code: 'address_refused' })
  expect(await payOut(0, 1n)).toMatchObject({ ok: true })
})

test('what gas may cost in 24 hours survives a restart, and comes back a day later', async () => {
  for (let nonce = 0; nonce < 10; nonce++) {
    expect(await payOut(nonce), `number ${nonce}`).toMatchObject({ ok: true })
    if (nonce % 3 === 0) await restart()
  }
  const refused = { ok: false, code: 'over_limit', detail: expect.stringContaining('wei for gas') }
  expect(await payOut(10)).toMatchObject(refused)
  expect(await sendGas(10, 1n)).toMatchObject(refused)
  await restart()
  expect(await payOut(10, 1n)).toMatchObject(refused)
  // Tokens of a sweep stay with the network, and its gas was counted when the coin for it was sent.
  expect(await sweep(0)).toMatchObject({ ok: true })
  time += dayMs - 1
  expect(await payOut(10)).toMatchObject(refused)
  time += 1
  expect(await payOut(10)).toMatchObject({ ok: true })
})

test('transactions that take each other’s place count once, by the dearest', async () => {
  for (let nonce = 0; nonce < 9; nonce++) await payOut(nonce)
  for (const price of [4n, 6n, 9n]) expect(await payOut(9, price)).toMatchObject({ ok: true })
  expect(await payOut(10, 2n)).toMatchObject({ code: 'over_limit' })
  expect(await payOut(10, 1n)).toMatchObject({ ok: true })
})

test('coin that goes to a deposit address counts with its gas', async () => {
  for (let nonce = 0; nonce < 9; nonce++) await payOut(nonce)
  expect(await sendGas(9, cost / 2n)).toMatchObject({ ok: true })
  expect(await payOut(10)).toMatchObject({ code: 'over_limit' })
  expect(await payOut(10, 2n)).toMatchObject({ ok: true })
})
