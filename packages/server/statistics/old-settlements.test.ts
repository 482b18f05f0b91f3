import { settleAsBeforeAndSince, settledNetworks } from '@mille/testing/settled-network.ts'
import { expect, test } from 'vitest'
import { readAdUnitStatements, readCampaignStatements } from './statements.ts'

const createNetwork = settledNetworks()

test('statements of what an earlier version settled add up to their transfers, as those since do', async () => {
  const network = await createNetwork()
  const { db } = network
  const ids = await settleAsBeforeAndSince(network)

  const [all, page] = [
    { from: null, until: null },
    { offset: 0, limit: 10 }
  ]
  const units = await readAdUnitStatements(db, network.first, all, page)
  expect(units.rows.map(it => it.attributes.campaigns)).toEqual([2, 1])
  for (const { attributes } of units.rows) {
    expect(attributes.transfers).toMatchObject([
      { amount: attributes.net, ad_unit_id: String(network.first) }
    ])
  }
  const campaigns = await Promise.all(ids.map(id => readCampaignStatements(db, id, all, page)))
  expect(campaigns.map(it => it.rows.length)).toEqual([2, 1])
  for (const { attributes } of campaigns.flatMap(it => it.rows)) {
    const paid = attributes.transfers.reduce((sum, it) => sum + BigInt(it.amount), 0n)
    expect(paid).toBe(BigInt(attributes.charged))
  }
})
