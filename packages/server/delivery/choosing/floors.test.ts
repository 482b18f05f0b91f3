import { createRandom, type Random } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { anybody, inventoryOf, makeCampaign, makeUnit } from '../testing/inventory.ts'
import { whyNot } from './eligibility.ts'
import type { Campaign, Unit } from './inventory.ts'

const seed = Number(process.env.SEED ?? 20_260_303)
const room = { width: 300, height: 250 }
const [unitCount, campaignCount, drawsEach, mostNetCpm] = [120, 600, 40, 40]

function someCampaign(id: number, random: Random): Campaign {
  const amount = () => BigInt(random.below(mostNetCpm))
  const price = random.pick([
    null,
    { BTC: amount(), USD: amount() },
    { BTC: amount(), USD: null },
    { BTC: null, USD: amount() }
  ])
  const trafficType = random.pick(['cpd', 'cpm'] as const)
  return makeCampaign({ id, owner: 1000 + id, trafficType, maxCpm: 1000n, price })
}

function someUnit(id: number, random: Random): Unit {
  const asset = random.pick(['BTC', 'USD'] as const)
  const netCpm = BigInt(1 + random.below(mostNetCpm))
  return makeUnit({ id, floor: random.chance(0.8) ? { asset, netCpm } : null })
}

test(`never draws what is below a floor, and draws all that meets it, whatever changes (SEED=${seed})`, () => {
  const random = createRandom(seed)
  const running = { weight: 1, allowance: Number.POSITIVE_INFINITY }
  const campaigns = new Map<number, Campaign>()
  const inventory = inventoryOf([])
  const putCampaign = (id: number) => {
    const campaign = someCampaign(id, random)
    campaigns.set(id, campaign)
    inventory.putCampaign(campaign, running)
  }
  const putUnit = (id: number) => inventory.putUnit(someUnit(id, random))
  for (let id = 1; id <= unitCount; id++) putUnit(id)
  // Half of the campaigns are added first, so that the sets grow while units already draw from them.
  for (let id = 1; id <= campaignCount / 2; id++) putCampaign(id)
  let below = 0

  function check(id: number): void {
    const unit = inventory.units.get(id)
    if (!unit) throw new Error('no unit')
    const reasons = new Map(
      [...campaigns.values()].map(it => [it.id, whyNot(it, unit, room, anybody.nowMs)])
    )
    below += [...reasons.values()].filter(it => it === 'below_floor').length
    for (let draws = 0; draws < drawsEach; draws++) {
      const drawn = inventory.draw(unit, room, random, anybody)?.campaign.id
      expect(drawn === undefined ? 'nothing' : reasons.get(drawn)).toBe(null)
    }
    // Once the visitor has seen every campaign but the last, the draw searches all that are left.
    const shown = [...reasons].filter(([, reason]) => reason === null).map(([it]) => it)
    const last = random.pick(shown)
    const onlyLast = { ...anybody, hasSeen: (it: number) => it !== last }
    expect(inventory.draw(unit, room, random, onlyLast)?.campaign.id).toBe(last)
    const onlyBelow = { ...anybody, hasSeen: (it: number) => reasons.get(it) === null }
    expect(inventory.draw(unit, room, random, onlyBelow)).toBe(null)
  }

  for (const id of inventory.units.keys()) check(id)
  for (let round = 0; round < 400; round++) {
    const id = 1 + random.below(campaignCount)
    const change = random.below(4)
    if (change === 0) putUnit(1 + random.below(unitCount))
    else if (change === 1 && campaigns.size > campaignCount / 2) {
      campaigns.delete(id)
      inventory.dropCampaign(id)
    } else if (change === 2 && campaigns.has(id)) {
      // Only the price changes, as after a settlement.
      const changed = { ...(campaigns.get(id) ?? makeCampaign()) }
      changed.price = someCampaign(id, random).price
      campaigns.set(id, changed)
      inventory.putCampaign(changed, running)
    } else putCampaign(id)
    check(1 + random.below(unitCount))
  }
  expect(below).toBeGreaterThan(10_000)
})
