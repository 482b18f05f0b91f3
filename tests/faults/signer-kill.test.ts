import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatAmount } from '@mille/money/amount.ts'
import { addressAt } from '@mille/server/payments/bitcoin/keys.ts'
import { readExtendedKey } from '@mille/server/payments/facts/extended-key.ts'
import { askSigner } from '@mille/server/payments/signer/ask-signer.ts'
import type { SignerAnswer } from '@mille/server/payments/signer/protocol.ts'
import { payTo } from '@mille/testing/payments.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { afterAll, expect, test } from 'vitest'

const kills = process.env.MILLE_PROOF === 'full' ? 60 : 6
const program = await serverProgram('packages/server/cli.ts')
const folder = mkdtempSync(join(tmpdir(), 'mille-signer-kill-'))
const socket = join(folder, 'signer.sock')
const file = join(folder, 'signed')
/** The extended private key of an account from BIP 84's own test vectors. */
const key =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
const account = readExtendedKey(key)
const address = addressAt(account, 1, 'regtest')
const perPayout = 1_000_000n
/** Daily limit: four payouts more than are requested in all the rounds but the last. */
const perRound = 8
const daily = perPayout * BigInt(perRound * kills) - perPayout * 4n

let signer: ChildProcess | null = null
afterAll(() => {
  signer?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function spawnSigner(): ChildProcess {
  return spawn(process.execPath, [program.file, 'signer'], {
    env: {
      PATH: process.env.PATH,
      ...program.env,
      SIGNER_SOCKET: socket,
      SIGNER_FILE: file,
      SIGNER_BITCOIN_XPRV: key,
      SIGNER_APPROVAL_BTC: formatAmount(2n * daily),
      SIGNER_DAILY_BTC: formatAmount(daily),
      BITCOIN_NETWORK: 'regtest'
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
}

async function startSigner(): Promise<void> {
  signer = spawnSigner()
  await once(signer.stdout ?? signer, 'data')
}

async function killSigner(): Promise<void> {
  signer?.kill('SIGKILL')
  if (signer) await once(signer, 'exit')
}

/** Requests a payment of an output that nothing else spends. Returns null if the signer was killed meanwhile. */
function pay(): Promise<SignerAnswer | null> {
  const before = payTo(addressAt(account, 0, 'regtest'), perPayout)
  const named = { withdrawal: randomUUID(), insteadOf: null, approval: null }
  return askSigner(socket, {
    method: 'sign_bitcoin',
    previous: [before.raw],
    inputs: [{ transactionId: before.transactionId, output: 0, branch: 0, index: 0 }],
    payments: [{ ...named, address, amount: perPayout - 1_000n }],
    change: null
  }).catch(() => null)
}

test(`a signer that is killed ${kills} times lets out no more than its limit of a day`, async () => {
  await startSigner()
  let signed = 0n
  for (let round = 0; round < kills; round++) {
    const answers = Array.from({ length: perRound }, pay)
    await sleep(Math.random() * 30)
    await killSigner()
    for (const it of await Promise.all(answers)) if (it?.ok) signed += perPayout
    await startSigner()
  }
  // The rest of the limit is signed, and nothing beyond it, however often the signer is started again.
  for (;;) {
    const answer = await pay()
    if (!answer?.ok) {
      expect(answer).toMatchObject({ code: 'over_limit' })
      break
    }
    signed += perPayout
  }
  await killSigner()
  await startSigner()
  expect(await pay()).toMatchObject({ ok: false, code: 'over_limit' })
  process.stdout.write(`signer: ${kills} kills, ${signed} of ${daily} satoshis let out\n`)
  expect(signed).toBeGreaterThan(0n)
  expect(signed <= daily).toBe(true)
  // The file also counts signatures whose answer never arrived, and no more than the limit.
  const counted = BigInt(readFileSync(file, 'utf8').trim().split('\n').length - 1) * perPayout
  expect(counted >= signed && counted <= daily).toBe(true)
})

test('a signer whose file is broken signs nothing, before and after a start', async () => {
  expect(existsSync(file)).toBe(true)
  writeFileSync(file, readFileSync(file, 'utf8').replace('1000000', '1'))
  expect(await pay()).toMatchObject({ ok: false, code: 'file_broken' })
  await killSigner()
  const child = spawnSigner()
  let said = ''
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  const [code] = await once(child, 'exit')
  expect([code, said]).toEqual([1, expect.stringContaining('is not what the signer wrote')])
})
