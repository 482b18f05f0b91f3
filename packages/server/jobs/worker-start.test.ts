import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBookTotals } from '../books/index.ts'
import { startWorker } from './worker.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

test('the open books have what was settled as soon as a server starts, not a minute later', async () => {
  const network = await createSettledNetwork(context)
  const campaign = await network.createCampaign({ funds: 1_000_000n })
  await network.count(campaign, '2026-03-02T20:00:00Z', network.first, 10n)
  context.clock.set('2026-03-02T22:00:05Z')
  const worker = await startWorker(context)
  try {
    const paid = async () => (await readBookTotals(context.db, '2026-03-02'))[0]?.publishers.ever
    await expect.poll(paid, { timeout: 20_000 }).toBeDefined()
  } finally {
    await worker.stop()
  }
})
