import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@mille/api/durations.ts'
import { createTestPasskey } from '@mille/testing/passkey.ts'
import { payTo } from '@mille/testing/payments.ts'
import { HDKey } from '@scure/bip32'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressAt } from '../bitcoin/keys.ts'
import { createBitcoinSigning } from '../bitcoin/signing.ts'
import { operatorsFile, sealKeys, serveSigner } from '../serve-signer.ts'
import { askSigner } from './ask-signer.ts'
import { writeOperators } from './operators.ts'
import { payoutChallenge } from './payout-challenge.ts'
import { type PasskeyAnswer, passkeyAnswer, type SignerAnswer } from './protocol.ts'

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
let time: number
beforeEach(async () => {
  time = Date.parse('2026-03-02T10:00:00Z')
  folder = mkdtempSync(join(tmpdir(), 'mille-approvals-'))
  file = join(folder, 'signed')
  const { id, publicKey } = operator
  trust([{ id, publicKey, name: 'Ada' }])
  await start()
})
afterEach(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  signer = await serveSigner(
    {
      place: { path: join(folder, 'signer.sock'), groupId: null },
      file,
      chains,
      limits: { BTC: wide, USD: wide, coin: wide },
      approvals: { above: { BTC: above, USD: 0n }, origin: site }
    },
    () => time
  )
}

/** Restarts the signer as after a crash: only its file is kept. */
async function restart(): Promise<void> {
  await signer.stop()
  await start()
}

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
  return payAll([{ ...it, approval }], coin)
}
function payAll(
  all: readonly (Payout & { approval: PasskeyAnswer | null })[],
  coin = ownCoin()
): Promise<SignerAnswer> {
  const sum = all.reduce((before, it) => before + it.amount, 0n)
  return askSigner(join(folder, 'signer.sock'), {
    method: 'sign_bitcoin',
    previous: [coin.raw],
    inputs: [{ transactionId: coin.transactionId, output: 0, branch: 0, index: 0 }],
    payments: all.map(({ withdrawal, address, amount, insteadOf, approval }) => ({
      withdrawal,
      address,
      amount,
      insteadOf,
      approval
    })),
    change: { index: 0, amount: 10n ** 9n - sum - 1_000n }
  })
}
const refused = { ok: false, code: 'approval_needed' }

test('up to the limit no approval is needed; above it one by an operator of the signer’s own list is', async () => {
  expect(await pay(payout({ amount: above }), null)).toMatchObject({ ok: true })
  const large = payout()
  expect(await pay(large, null)).toMatchObject(refused)
  const stranger = createTestPasskey(site)
  expect(await pay(large, allow(large, stranger))).toMatchObject(refused)
  // Another passkey's signature under the operator's name is refused.
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
  // A replacement transaction needs no approval, since only one of the two can be mined.
  expect(await pay(large, null, coin)).toMatchObject({ ok: true })
  // A payment that is declared dead needs a new approval.
  const again = { ...large, insteadOf: first.ok ? first.transactionId : '' }
  expect(await pay(again, null)).toMatchObject(refused)
  expect(await pay(again, answer)).toMatchObject(refused)
  expect(await pay(again, allow(again))).toMatchObject({ ok: true })
  expect(await pay(again, allow(again))).toMatchObject({ code: 'already_signed' })
})

const part = (above * 99n) / 100n
const small = () => payout({ amount: part })

test('small payments of 24 hours count together, also after a restart', async () => {
  const asked = await Promise.all(Array.from({ length: 10 }, () => pay(small(), null)))
  expect(asked.filter(it => it.ok)).toHaveLength(1)
  await restart()
  expect(await pay(small(), null)).toMatchObject(refused)
  expect(await pay(payout({ amount: above - part }), null)).toMatchObject({ ok: true })
  expect(await pay(payout({ amount: 1_000n }), null)).toMatchObject(refused)
  time += dayMs - 1
  expect(await pay(small(), null)).toMatchObject(refused)
  time += 1
  await restart()
  expect(await pay(small(), null)).toMatchObject({ ok: true })
})

test('several in one transaction are as large as one', async () => {
  const all = [1, 2, 3].map(() => ({ ...payout({ amount: above / 2n }), approval: null }))
  expect(await payAll(all)).toMatchObject(refused)
  expect(await payAll(all.slice(1))).toMatchObject({ ok: true })
  expect(await payAll(all.slice(0, 1))).toMatchObject(refused)
})

test('what an operator has allowed does not count, however small', async () => {
  for (const amount of [part, above + 1n, part]) {
    const it = payout({ amount })
    expect(await pay(it, allow(it))).toMatchObject({ ok: true })
  }
  await restart()
  const [allowed, other] = [small(), small()]
  const both = [
    { ...allowed, approval: allow(allowed) },
    { ...other, approval: null }
  ]
  expect(await payAll(both)).toMatchObject({ ok: true })
  expect(await pay(small(), null)).toMatchObject(refused)
  // An approval of another payment does not count.
  const last = small()
  expect(await pay(last, allow(small()))).toMatchObject(refused)
  expect(await pay(last, allow(last))).toMatchObject({ ok: true })
})

test('a higher fee and a repeated request count nothing, and what is said to be dead counts again', async () => {
  const it = payout({ amount: above / 2n })
  const coin = ownCoin()
  const first = await pay(it, null, coin)
  for (let round = 0; round < 3; round++) {
    expect(await pay(it, null, coin)).toMatchObject({ ok: true })
    expect(await pay(it, null)).toMatchObject({ code: 'already_signed' })
    await restart()
  }
  const again = { ...it, insteadOf: first.ok ? first.transactionId : '' }
  expect(await pay(again, null)).toMatchObject({ ok: true })
  expect(await pay(payout({ amount: 1_000n }), null)).toMatchObject(refused)
})

test('a higher fee is let out although others have taken the room of the day since', async () => {
  const [early, coin] = [payout({ amount: above }), ownCoin()]
  expect(await pay(early, null, coin)).toMatchObject({ ok: true })
  const [large, spent] = [payout(), ownCoin()]
  expect(await pay(large, allow(large), spent)).toMatchObject({ ok: true })
  time += dayMs
  expect(await pay(payout({ amount: above }), null)).toMatchObject({ ok: true })
  expect(await pay(early, null, coin)).toMatchObject({ ok: true })
  expect(await pay(large, null, spent)).toMatchObject({ ok: true })
  time += dayMs
  // The replacements did not count toward the limit of their day either.
  expect(await pay(payout({ amount: above }), null)).toMatchObject({ ok: true })
})

test('a list of operators that another program wrote is refused', async () => {
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
