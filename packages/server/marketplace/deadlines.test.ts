import { credit } from '@mille/testing/campaigns.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorker } from '../jobs/worker.ts'
import { verifyLedger } from '../ledger/index.ts'

const orders = 20

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  advertiser = await app.signIn()
  publisher = await app.signIn()
  await credit(app.context, advertiser.userId, 10n ** 13n, 'USD')
})
afterAll(() => app.close())

test('two workers that hear of it at once pay each order back once', async () => {
  const offer_id = await addOffer(app.context, publisher)
  const brief = { target_url: 'https://shop.example/', brief: 'Please write about bread.' }
  for (let index = 0; index < orders; index++) {
    const order = { offer_id, currency: 'usd' as const, ...brief }
    expect(await advertiser.api.marketplace.createOrder(order)).toMatchObject({ ok: true })
  }
  app.context.clock.advance(5 * 86_400_000)
  const workers = await Promise.all([startWorker(app.context), startWorker(app.context)])
  try {
    await app.context.pool.query(
      "select graphile_worker.add_job('order_deadlines') from generate_series(1, 8)"
    )
    await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), { timeout: 20_000 })
  } finally {
    await Promise.all(workers.map(worker => worker.stop()))
  }
  const { rows } = await app.context.pool.query(
    `select to_state, count(*)::integer as steps, count(distinct order_id)::integer as orders
    from publication_order_events where actor = 'deadline' group by to_state`
  )
  expect(rows).toEqual([{ to_state: 'refunded', steps: orders, orders }])
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true, openHolds: 0n })
})

async function jobsLeft(): Promise<number> {
  const { rows } = await app.context.pool.query(
    `select count(*)::integer as left from graphile_worker.jobs where task_identifier = 'order_deadlines'`
  )
  return rows[0].left
}
