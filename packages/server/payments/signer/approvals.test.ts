import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPasskey } from '@mille/testing/passkey.ts'
import { payTo } from '@mille/testing/payments.ts'
import { HDKey } from '@scure/bip32'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressAt } from '../bitcoin/keys.ts'
import { createBitcoinSigning } from '../bitcoin/signing.ts'
import { askSigner } from './ask-signer.ts'
import { writeOperators } from './operators.ts'
import { payoutChallenge } from './payout-challenge.ts'
import { type PasskeyAnswer, passkeyAnswer, type SignerAnswer } from './protocol.ts'
import { operatorsFile, sealKeys, serveSigner } from './serve-signer.ts'

const site = 'https://ads.example'
const wide = { once: 10n ** 12n, daily: 10n ** 12n }
const above = 1_000_000n
const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(6)).derive("m/84'/1'/0'")
const chains = [createBitcoinSigning({ key, network: 'regtest' })]
const somebody = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const operator = createTestPasskey(site)

let folder: string
let file: string
let signer: { stop: () => Promise<void> }
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-approvals-'))
  file = join(folder, 'signed')
  const { id, publicKey } = operator
  trust([{ id, publicKey, name: 'Ada' }])
  signer = await serveSigner({
    place: { path: join(folder, 'signer.sock'), groupId: null },
    file,
    chains,
    limits: { BTC: wide, USD: wide, coin: wide },
    approvals: { above: { BTC: above, USD: 0n }, origin: site }
  })
})
afterEach(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true, force: true })
})

function trust(operators: Parameters<typeof writeOperators>[2]): void {
  const [seal] = sealKeys({ chains })
  if (seal) writeOperators(operatorsFile(file), seal, operators)
}

type Payout = {
  withdrawal: string
  amount: bigint
  address: string
  insteadOf: string | null
  network: string
  token: string
}
const payout = (changes: Partial<Payout> = {}): Payout => ({
  network: 'bitcoin:regtest',
  token: 'BTC',
  withdrawal: randomUUID(),
  address: somebody,
  amount: above + 1n,
  insteadOf: null,
  ...changes
})

function allow(it: Payout, by = operator, origin = site): PasskeyAnswer {
  const challenge = Buffer.from(payoutChallenge(it)).toString('base64url')
  return passkeyAnswer.parse(by.answer(challenge, origin))
}
const ownCoin = () => payTo(addressAt(key, 0, 'regtest'), 10n ** 9n)

function pay(it: Payout, approval: PasskeyAnswer | null, coin = ownCoin()): Promise<SignerAnswer> {
  const { withdrawal, address, amount, insteadOf } = it
  return askSigner(join(folder, 'signer.sock'), {
    method: 'sign_bitcoin',
    previous: [coin.raw],
    inputs: [{ transactionId: coin.transactionId, output: 0, branch: 0, index: 0 }],
    payments: [{ withdrawal, address, amount, insteadOf, approval }],
    change: { index: 0, amount: 10n ** 9n - amount - 1_000n }
  })
}
const refused = { ok: false, code: 'approval_needed' }

test('up to the limit nobody is asked; above it an operator of the signer’s own list is', async () => {
  expect(await pay(payout({ amount: above }), null)).toMatchObject({ ok: true })
  const large = payout()
  expect(await pay(large, null)).toMatchObject(refused)
  const stranger = createTestPasskey(site)
  expect(await pay(large, allow(large, stranger))).toMatchObject(refused)
  // Another's signature under the operator's name.
  const forged = { ...allow(large, stranger), id: operator.id, rawId: operator.id }
  expect(await pay(large, forged)).toMatchObject(refused)
  expect(await pay(large, allow(large))).toMatchObject({ ok: true })
})

test('what was allowed is one withdrawal, its address and its amount, at the network’s own address', async () => {
  const large = payout()
  const changes: Partial<Payout>[] = [
    { withdrawal: randomUUID() },
    { address: addressAt(key, 900, 'regtest') },
    { amount: large.amount + 1n },
    { network: 'bitcoin:mainnet' },
    { token: 'USDT' },
    { insteadOf: 'ab'.repeat(32) }
  ]
  for (const change of changes)
    expect(
      await pay(large, allow({ ...large, ...change })),
      JSON.stringify(Object.keys(change))
    ).toMatchObject(refused)
  expect(await pay(large, allow(large, operator, 'https://ads.example.evil'))).toMatchObject(
    refused
  )
  expect(await pay(large, allow(large))).toMatchObject({ ok: true })
})

test('one answer of a passkey is good for one payment, however often it is shown', async () => {
  const large = payout()
  const answer = allow(large)
  const coin = ownCoin()
  const first = await pay(large, answer, coin)
  expect(first).toMatchObject({ ok: true })
  expect(await pay(large, answer)).toMatchObject({ code: 'already_signed' })
  // What takes its place needs nobody: one of them is mined.
  expect(await pay(large, null, coin)).toMatchObject({ ok: true })
  // What is said to be dead is allowed anew.
  const again = { ...large, insteadOf: first.ok ? first.transactionId : '' }
  expect(await pay(again, null)).toMatchObject(refused)
  expect(await pay(again, answer)).toMatchObject(refused)
  expect(await pay(again, allow(again))).toMatchObject({ ok: true })
  expect(await pay(again, allow(again))).toMatchObject({ code: 'already_signed' })
})

test('nobody else writes in the list of operators', async () => {
  const stranger = createTestPasskey(site)
  const path = operatorsFile(file)
  const [line = '', seal = ''] = readFileSync(path, 'utf8').split('\n')
  const large = payout()
  const added = JSON.stringify([
    ...(JSON.parse(line) as object[]),
    { id: stranger.id, publicKey: stranger.publicKey, name: 'Mallory' }
  ])
  writeFileSync(path, `${added}\n${seal}\n`)
  expect(await pay(large, allow(large, stranger))).toMatchObject({ code: 'file_broken' })
  rmSync(path)
  expect(await pay(large, allow(large))).toMatchObject(refused)
  trust([])
  expect(await pay(large, allow(large))).toMatchObject(refused)
})
