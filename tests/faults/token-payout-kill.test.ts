import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { reconcile, verifyPayments } from '@mille/server/payments/index.ts'
import { type EthereumLife, startEthereumLife } from '@mille/testing/ethereum-life.ts'
import { serverProgram } from '@mille/testing/server-program.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const kills = process.env.MILLE_PROOF === 'full' ? 160 : 8
const outside = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const withdrawn = 25_000_000n
const deposited = 60_000_000n

let app: TestApp
let life: EthereumLife
let user: SignedInBrowser
let address: string

beforeAll(async () => {
  app = await createTestApp()
  life = await startEthereumLife(app)
  app.context.config.payments.withdrawals.dailyLimit = { BTC: 0n, USD: 10n ** 15n }
  user = await app.signIn()
  const made = await user.api.payments.createDepositAddress({
    depositable_id: user.userId,
    depositable_type: 'user',
    token_code: 'USDT'
  })
  if (!made.ok) throw new Error(made.code)
  address = made.value.data.attributes.address
  await life.turn(app.context)
  // Enough for all rounds: rounds that are killed early credit nothing for a long time.
  await life.anvil.pay('USDT', address, 10n ** 10n)
  await life.anvil.mine(3)
  await life.turn(app.context)
})
afterAll(async () => {
  await life?.dispose()
  await app?.close()
})

/** Runs one round in a separate process. Returns how many messages it sent, or null if it was killed. */
async function takeRound(moment: string, nth: number): Promise<number | null> {
  const { file, env } = await serverProgram('tests/faults/payout-payer.ts')
  const payer: ChildProcess = spawn(
    process.execPath,
    [
      file,
      JSON.stringify(app.context.connection),
      JSON.stringify({ ethereum: life.anvil.config }),
      life.signer.socket,
      moment,
      String(nth),
      app.context.now().toISOString()
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const ended = once(payer, 'exit')
  const said = payer.stdout ? await text(payer.stdout) : ''
  const [code, signal] = await ended
  expect(code === 0 || signal === 'SIGKILL', `the payer ended with ${code}`).toBe(true)
  return code === 0 ? Number(said) : null
}

test(`tokens are paid out and swept once when the payer is killed at ${kills} steps of its way`, async () => {
  let asked = 0n
  let killed = 0
  // The first round runs to its end, to count its messages.
  let steps = (await takeRound('before', Number.MAX_SAFE_INTEGER)) ?? 0
  for (let round = 0; round < kills; round++) {
    await user.api.security.stepUp({ access_code: user.accessCode })
    const made = await user.api.payments.createWithdrawal({
      token_code: 'USDT',
      address: outside,
      amount: String(withdrawn * 100n)
    })
    expect(made.ok).toBe(true)
    asked += withdrawn - 2_000_000n
    await life.anvil.pay('USDT', address, deposited)
    // The kills are spread over the whole round, which has more messages the more withdrawals are in progress.
    const nth = 1 + Math.floor(((round + Math.random()) * steps) / kills)
    const sent = await takeRound(round % 2 === 0 ? 'before' : 'after', nth)
    if (sent === null) killed += 1
    else steps = sent
    if (round % 4 === 3) app.context.clock.advance(61 * 60_000)
    await life.anvil.mine(1 + (round % 3) * 4)
    expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
    for (const { holdings, liabilities } of await reconcile(app.context))
      expect(holdings >= liabilities).toBe(true)
  }
  process.stdout.write(`token payouts: killed ${killed} of ${kills} times, ${steps} steps\n`)
  expect(killed).toBeGreaterThan(0)
  for (let round = 0; round < 6; round++) {
    await life.anvil.mine(10)
    await life.turn(app.context)
  }
  const list = await user.api.payments.listWithdrawals({ 'page[limit]': 100 })
  const states = list.ok ? list.value.data.map(it => it.attributes.state) : []
  expect(states).toEqual(states.map(() => 'confirmed'))
  expect(await life.anvil.balance('USDT', outside)).toBe(asked)
  expect(await life.anvil.balance('USDT', address)).toBe(0n)
  expect(await verifyPayments(app.context.db)).toEqual({ ok: true })
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})
