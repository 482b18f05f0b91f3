import { createTestContext } from '@mille/testing/test-context.ts'
import { expect, test } from 'vitest'
import { readLatestWindows } from './latest-windows.ts'
import { settleDue } from './settle.ts'
import { testNetworks } from './testing/networks.ts'

const createNetwork = testNetworks(createTestContext)
const asked = { windows: 12, seconds: 7200 }

test('gives the sums of the network, and a number of campaigns only from three on', async () => {
  const network = await createNetwork()
  const ids = await Promise.all([1, 2, 3].map(() => network.createCampaign()))
  for (const id of ids) await network.count(id, '2026-03-02T10:00:00Z', network.first, 2n)
  for (const id of ids.slice(1)) await network.count(id, '2026-03-02T12:00:00Z', network.second, 4n)
  expect(await readLatestWindows(network.db, asked)).toEqual([])
  network.context.clock.set('2026-03-02T14:00:01Z')
  await settleDue(network.context)
  // Each campaign is charged 83 per window, including a fee of 16; the first campaign had no views in the second
  // window.
  const [second, first, ...others] = await readLatestWindows(network.db, asked)
  expect(others).toEqual([])
  expect(first).toEqual({
    asset: 'BTC',
    start: new Date('2026-03-02T10:00:00Z'),
    end: new Date('2026-03-02T12:00:00Z'),
    billable: 6n,
    charged: 249n,
    publishers: 201n,
    fee: 48n,
    referral: 0n,
    campaigns: 3
  })
  const sums = { billable: 8n, charged: 166n, publishers: 134n, fee: 32n, campaigns: null }
  expect(second).toMatchObject(sums)
})

test('gives the last twelve windows, however long ago they were', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ funds: 1_000_000n, until: '2026-03-04T00:00:00Z' })
  for (let hour = 0; hour < 38; hour += 2) {
    const bucket = new Date(Date.parse('2026-03-02T10:00:00Z') + hour * 3_600_000).toISOString()
    await network.count(id, bucket, network.first, 1n)
  }
  network.context.clock.set('2026-03-06T00:00:01Z')
  await settleDue(network.context)
  const found = await readLatestWindows(network.db, asked)
  expect(found).toHaveLength(12)
  expect(found[0]?.end).toEqual(new Date('2026-03-04T00:00:00Z'))
  expect(found[11]?.start).toEqual(new Date('2026-03-03T00:00:00Z'))
  expect(found.every(it => it.campaigns === null)).toBe(true)
})
