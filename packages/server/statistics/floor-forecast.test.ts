import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDue } from '../settlement/index.ts'

let app: TestApp
let owner: SignedInBrowser
let unit: number
let unseen: number

/**
 * Creates 300 views at a net CPM of 800, 200 views at a net CPM of 4,000, and 7 views that are too old for the
 * forecast.
 */
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  const network = await createSettledNetwork(app.context)
  unit = network.first
  unseen = network.second
  await app.context.db
    .updateTable('ad_units')
    .set({ user_id: Number(owner.userId) })
    .execute()
  const cpm = (max_cpm: bigint) => network.createCampaign({ traffic_type: 'cpm', max_cpm })
  const [cheap, dear] = [await cpm(1000n), await cpm(5000n)]
  await network.count(dear, '2026-03-02T10:00:00Z', unit, 7n)
  await settle('2026-03-02T12:00:01Z')
  await network.count(cheap, '2026-03-03T10:00:00Z', unit, 300n)
  await network.count(dear, '2026-03-03T12:00:00Z', unit, 200n)
  await settle('2026-03-03T14:00:01Z')
  app.context.clock.set('2026-03-16T13:00:00Z')
})
afterAll(() => app.close())

async function settle(at: string) {
  app.context.clock.set(at)
  await settleDue(app.context)
}

async function forecast(asset: 'BTC' | 'USD', net_cpm: bigint, id = unit) {
  const asked = { id: String(id), asset, net_cpm: String(net_cpm) }
  const answer = await owner.api.statistics.readFloorForecast(asked)
  return answer.ok ? answer.value.data.attributes : answer.code
}

test.each([
  [1n, 500],
  [800n, 500],
  [900n, 200],
  [4000n, 200],
  [4100n, 0]
])('of a floor of %s, %s of 500 views would have met it', async (netCpm, meeting) => {
  const since = '2026-03-03T10:00:00.000Z'
  expect(await forecast('BTC', netCpm)).toEqual({ since, billable: 500, meeting })
  // The development exchange rate is 64,000 USD per bitcoin.
  expect(await forecast('USD', netCpm * 64_000n)).toEqual({ since, billable: 500, meeting })
})

test('says that there was nothing to look at', async () => {
  const nothing = { since: null, billable: 0, meeting: 0 }
  expect(await forecast('BTC', 1n, unseen)).toEqual(nothing)
})

test('is only for the owner of the unit, and for an amount', async () => {
  const stranger = await app.signIn()
  const asked = { id: String(unit), asset: 'BTC', net_cpm: '1' } as const
  expect(await stranger.api.statistics.readFloorForecast(asked)).toMatchObject({ status: 404 })
  expect(await forecast('BTC', 0n)).toBe('amount_invalid')
})
