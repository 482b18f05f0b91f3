import { freePort } from '@mille/testing/free-port.ts'
import {
  fundTestChannel,
  startTestLightning,
  type TestLightning,
  until
} from '@mille/testing/lightning.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLightning } from '../lightning-health.ts'
import { reconcile } from '../reserve/reconcile.ts'
import { startPayments } from '../start-payments.ts'

let regtest: Regtest
let context: TestContext
let peer: TestLightning
let running: { stop: () => Promise<void> }

beforeAll(async () => {
  regtest = await startRegtest()
  await regtest.mine(1)
  peer = await startTestLightning(regtest, 7)
  context = await createTestContext()
  const { payments } = context.config
  payments.bitcoin = regtest.config
  payments.lightning = {
    seed: new Uint8Array(32).fill(8),
    listen: { host: '127.0.0.1', port: await freePort() },
    peers: [{ publicKey: peer.node().publicKey, host: '127.0.0.1', port: peer.port }],
    minimumDeposit: 1_000n,
    maximumDeposit: 100_000n,
    network: 'regtest',
    minimumWithdrawal: 1_000n,
    maximumWithdrawal: 100_000n
  }
  running = startPayments(context)
})
afterAll(async () => {
  await running?.stop()
  await peer?.dispose()
  await context?.close()
  await regtest?.dispose()
})

const readNode = () =>
  context.db
    .selectFrom('lightning_node')
    .select(['generation', 'public_key'])
    .executeTakeFirstOrThrow()

test('the node starts with payments, in one process, and what is in channels is held', async () => {
  await until(async () => (await readLightning(context))?.connectedPeers === 1)
  const { public_key: publicKey } = await readNode()
  const second = startPayments(context)
  await fundTestChannel(regtest, peer, publicKey, 200_000n)
  await until(async () => (await readLightning(context))?.usableChannels === 1)
  await second.stop()
  expect(await readNode()).toMatchObject({ generation: 1n })
  expect(await reconcile(context)).toMatchObject([{ asset: 'BTC', holdings: 0n }])
})

test('another seed is refused with the reason, until the node’s own is back', async () => {
  await running.stop()
  const { lightning } = context.config.payments
  context.config.payments.lightning = { ...lightning!, seed: new Uint8Array(32).fill(9) }
  running = startPayments(context)
  await until(async () => (await readLightning(context))?.stopped !== null)
  expect((await readLightning(context))?.stopped).toContain('LIGHTNING_SEED')
  await running.stop()
  context.config.payments.lightning = lightning
  running = startPayments(context)
  await until(async () => (await readLightning(context))?.stopped === null)
  await until(async () => (await readLightning(context))?.usableChannels === 1)
})
