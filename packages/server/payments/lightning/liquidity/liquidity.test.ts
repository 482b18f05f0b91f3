import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { until } from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import type { SignedInBrowser } from '@mille/testing/test-app.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readLiquidity } from './read-liquidity.ts'
import { saveChannels } from './save-channels.ts'

let lightning: LightningApp
let admin: SignedInBrowser
let user: SignedInBrowser

beforeAll(async () => {
  lightning = await startLightningApp()
  admin = await lightning.app.signInAdmin()
  user = await lightning.app.signIn()
})
afterAll(() => lightning?.close())

async function read(who = admin): Promise<LightningNode['data']['attributes']> {
  const answer = await who.api.payments.readLightningNode()
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.attributes
}

test('the channels, what they carry, and what routing has cost are written by the node and read by operators', async () => {
  await until(async () => (await read()).channels[0]?.state === 'open')
  const before = await read()
  const peer = lightning.wallet.node().publicKey
  expect(before).toMatchObject({
    ...{ is_configured: true, is_stale: false, stopped: null, connected_peers: 1 },
    ...{ can_send: '0', outgoing: '0', in_flight: 0, fees_of_month: '0' },
    ...{ payments: [], payment_count: 0, maximum_deposit: '500000' },
    channels: [{ peer, capacity: '1000000', state: 'open', disconnected_at: null }]
  })
  // The peer keeps a reserve, and a channel carries a tenth of its capacity at a time.
  expect(BigInt(before.can_receive)).toBeGreaterThan(900_000n)
  expect(BigInt(before.largest_received)).toBeLessThanOrEqual(100_000n)
  lightning.app.context.clock.set(new Date())
  for (let part = 0; part < 2; part++) await lightning.deposit(user, 90_000n)
  await until(async () => BigInt((await read()).can_send) > 100_000n)
  const after = await read()
  expect(BigInt(before.can_receive) - BigInt(after.can_receive)).toBe(180_000n)
  expect(BigInt(after.can_send) + 10_000n).toBe(180_000n)
  const [was, is] = [before.channels[0]!, after.channels[0]!]
  expect(Date.parse(is.changed_at)).toBeGreaterThan(Date.parse(was.changed_at))
})

test('the metrics and the health checks say what the channels can carry', async () => {
  const answer = await lightning.app.open('127.0.0.1').transport('/metrics', {})
  const metrics = await answer.text()
  const { can_send: canSend } = await read()
  expect(metrics).toMatch(/^mille_lightning_up 1$/m)
  expect(metrics).toMatch(/^mille_lightning_channels\{state="open"\} 1$/m)
  expect(metrics).toContain(`\nmille_lightning_satoshis{kind="can_send"} ${canSend}\n`)
  expect(metrics).toMatch(/^mille_lightning_satoshis\{kind="maximum_deposit"\} 500000$/m)
  expect(metrics).toMatch(/^mille_lightning_state_seconds \d/m)
  expect(metrics).toMatch(/^mille_lightning_in_flight 0$/m)
  // A tenth of the only channel is less than the maximum deposit.
  expect(metrics).toMatch(/^mille_health_state\{check="Lightning channels"\} 1$/m)
  expect(metrics).toMatch(/^mille_health_state\{check="Lightning"\} 0$/m)
})

test('a peer without a connection is named from the moment it went, and carries nothing', async () => {
  const { context } = lightning.app
  const wallet = lightning.wallet.node()
  wallet.close()
  await until(async () => (await read()).channels[0]?.disconnected_at !== null)
  const gone = await read()
  expect(gone).toMatchObject({ can_send: '0', can_receive: '0', connected_peers: 0 })
  expect((await readLiquidity(context)).gone).toBe(0)
  context.clock.set(new Date(Date.now() + 11 * 60_000))
  expect((await readLiquidity(context)).gone).toBe(1)
  context.clock.set(new Date())
  await lightning.wallet.restart()
  await until(async () => (await read()).channels[0]?.disconnected_at === null)
})

test('a payment in flight is listed with its withdrawal and account', async () => {
  const { invoice, paymentHash } = await lightning.wallet
    .node()
    .createInvoice({ amount: 20_000n, description: 'Withdrawal', expirySeconds: 600 })
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  const asked = await user.api.payments.createLightningWithdrawal({ invoice })
  if (!asked.ok) throw new Error(asked.code)
  const { id } = asked.value.data
  await until(async () => (await read()).payments.length === 0)
  const { db, now } = lightning.app.context
  await until(async () => {
    const found = await db
      .selectFrom('lightning_payments')
      .select('state')
      .where('payment_hash', '=', paymentHash)
      .executeTakeFirst()
    return found?.state === 'settled'
  })
  // As it was a moment before it was decided.
  await db
    .updateTable('lightning_payments')
    .set({ state: 'in_flight', preimage: null, fee_msat: null, decided_at: null })
    .where('payment_hash', '=', paymentHash)
    .execute()
  await db.updateTable('withdrawals').set({ state: 'sent' }).where('id', '=', Number(id)).execute()
  expect(await read()).toMatchObject({
    payment_count: 1,
    payments: [{ withdrawal_id: id, user_id: user.userId, amount: '20000', maximum_fee: '100' }]
  })
  await db
    .updateTable('lightning_payments')
    .set({ state: 'settled', preimage: '00'.repeat(32), fee_msat: 1_500n, decided_at: now() })
    .where('payment_hash', '=', paymentHash)
    .execute()
  expect(await read()).toMatchObject({ payments: [], fees_of_day: '2', fees_of_month: '2' })
})

test('without a new state for a minute it is out of date, and a channel that is no longer listed is closed', async () => {
  const { context } = lightning.app
  await lightning.stop()
  const at = Date.parse((await read()).at!)
  context.clock.set(new Date(at + 59_000))
  expect((await read()).is_stale).toBe(false)
  context.clock.set(new Date(at + 61_000))
  expect((await read()).is_stale).toBe(true)
  await saveChannels(context, { listChannels: async () => [] })
  expect(await read()).toMatchObject({
    ...{ is_stale: false, can_send: '0', can_receive: '0' },
    channels: [{ state: 'closed', outbound: '0' }]
  })
  context.clock.set(new Date(Date.now() + 31 * 86_400_000))
  await saveChannels(context, { listChannels: async () => [] })
  expect((await readLiquidity(context)).open).toBe(0)
  expect(await context.db.selectFrom('lightning_channels').select('id').execute()).toEqual([])
})

test('finance reads it, other operators do not, and without Lightning it says so', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const owner = await app.signInAdmin()
  expect(await read(owner)).toMatchObject({
    ...{ is_configured: false, public_key: null, at: null, is_stale: false },
    ...{ channels: [], maximum_deposit: null }
  })
  expect(await read(await app.signInAdmin('finance'))).toMatchObject({ is_configured: false })
  const refused = [await app.signIn(), await app.signInAdmin('support', 'reviewer')]
  for (const it of refused)
    expect(await it.api.payments.readLightningNode()).toMatchObject({ code: 'not_authorized' })
})
