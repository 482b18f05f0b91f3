import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { satoshis } from '@mille/server/payments/bitcoin/rpc.ts'
import { verifyPayments } from '@mille/server/payments/index.ts'
import { depositBitcoin, takeTurn } from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const kills = process.env.MILLE_PROOF === 'full' ? 60 : 6

let regtest: Regtest
let app: TestApp
let user: SignedInBrowser
let signer: ChildProcess
const folder = mkdtempSync(join(tmpdir(), 'mille-payout-'))
const socket = join(folder, 'signer.sock')
const command = await serverProgram('packages/server/cli.ts')
const payerProgram = await serverProgram('tests/faults/payout-payer.ts')

beforeAll(async () => {
  regtest = await startRegtest()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = socket
  payments.withdrawals.dailyLimit = { BTC: 10n ** 12n, USD: 0n }
  user = await app.signIn()
  await depositBitcoin(app.context, regtest, user, '3')
  signer = await startSigner()
})
afterAll(async () => {
  signer?.kill('SIGKILL')
  await app?.close()
  await regtest?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

async function startSigner(): Promise<ChildProcess> {
  const keys = { SIGNER_SOCKET: socket, SIGNER_BITCOIN_XPRV: regtest.xprv }
  const child = spawn(process.execPath, [command.file, 'signer'], {
    env: { ...process.env, ...command.env, ...keys, BITCOIN_NETWORK: 'regtest' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await once(child.stdout ?? child, 'data')
  return child
}

function startPayer(): ChildProcess {
  const args = [
    JSON.stringify(app.context.connection),
    // JSON has no bigint, so its digits are passed, which the database accepts.
    JSON.stringify({ bitcoin: regtest.config }, (_, it) => (typeof it === 'bigint' ? `${it}` : it)),
    socket
  ]
  return spawn(process.execPath, [payerProgram.file, ...args], {
    env: { ...process.env, ...payerProgram.env },
    stdio: ['ignore', 'pipe', 'ignore']
  })
}

test(`withdrawals are paid once when the payer, and the signer, are killed ${kills} times`, async () => {
  const address = await regtest.rpc.wallet<string>('getnewaddress')
  let asked = 0n
  // The sum of all withdrawals stays below the limit from which an operator has to approve.
  for (let round = 0; round < kills; round++) {
    await user.api.security.stepUp({ access_code: user.accessCode })
    const made = await user.api.payments.createWithdrawal({
      token_code: 'BTC',
      address,
      amount: '150000'
    })
    expect(made.ok).toBe(true)
    asked += 145_000n
    const payer = startPayer()
    await once(payer.stdout ?? payer, 'data')
    await sleep(Math.random() * 250)
    payer.kill('SIGKILL')
    await once(payer, 'exit')
    if (round % 3 === 2) {
      signer.kill('SIGKILL')
      await once(signer, 'exit')
      signer = await startSigner()
    }
    await regtest.mine(1)
  }
  for (let round = 0; round < 3; round++) {
    await takeTurn(app.context, regtest, socket)
    await regtest.mine(9)
  }
  await takeTurn(app.context, regtest, socket)
  const list = await user.api.payments.listWithdrawals({ 'page[limit]': 100 })
  const states = list.ok ? list.value.data.map(it => it.attributes.state) : []
  expect(states).toEqual(states.map(() => 'confirmed'))
  expect(satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 1))).toBe(asked)
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})
