import { productCategoryIds } from '@mille/api/reference-data/product-categories.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { anybody, inventoryOf, makeCampaign, makeUnit } from '../testing/inventory.ts'
import { refusal, whyNot } from './eligibility.ts'
import type { Campaign, Unit } from './inventory.ts'
import { NamedSets } from './named-sets.ts'

const seed = Number(process.env.SEED ?? 20_260_302)
const room = { width: 300, height: 250 }
const [unitCount, campaignCount, ownerCount, drawsEach] = [200, 500, 60, 60]

function someCampaign(id: number, random: Random): Campaign {
  const name = `shop${random.below(80)}.example`
  const link = random.pick([`https://${name}/`, `https://www.${name}/a`, `https://de.${name}/`])
  return makeCampaign({
    id,
    owner: 1000 + random.below(ownerCount),
    creative: {
      id: 5000 + id * 2 + random.below(2),
      link,
      productCategory: random.pick([null, ...productCategoryIds])
    }
  })
}

function someRules(random: Random): Set<string> {
  const most = random.pick([0, 1, 3, 30, 150])
  const names = Array.from({ length: random.below(most + 1) }, () => {
    const domain = `shop${random.below(100)}.example`
    return random.pick([
      refusal.advertiser(1000 + random.below(ownerCount * 2)),
      refusal.creative(5000 + random.below(campaignCount * 2)),
      refusal.domain(random.pick([domain, `de.${domain}`])),
      refusal.category(random.pick(productCategoryIds))
    ])
  })
  return new Set(names)
}

/**
 * Returns what a unit approves: null if it needs no approval, otherwise a few advertisers, single ads, or nothing yet.
 */
function someApprovals(random: Random): Set<string> | null {
  if (random.chance(0.5)) return null
  const names = Array.from({ length: random.pick([0, 1, 5, 40, 200]) }, () =>
    random.pick([
      refusal.advertiser(1000 + random.below(ownerCount * 2)),
      refusal.creative(5000 + random.below(campaignCount * 2))
    ])
  )
  return new Set(names)
}

test(`never draws what a rule refuses or nobody approved, and draws all else, whatever changes (SEED=${seed})`, () => {
  const random = createRandom(seed)
  const campaigns = new Map<number, Campaign>()
  for (let id = 1; id <= campaignCount; id++) campaigns.set(id, someCampaign(id, random))
  const units = new Map<number, Unit>()
  const putUnit = (id: number) =>
    units.set(id, makeUnit({ id, refused: someRules(random), approved: someApprovals(random) }))
  for (let id = 1; id <= unitCount; id++) putUnit(id)
  const inventory = inventoryOf([...campaigns.values()], [...units.values()])
  const running = { weight: 1, allowance: Number.POSITIVE_INFINITY }
  let [refusedCount, byCategory, unapprovedCount, emptyCount] = [0, 0, 0, 0]

  function check(id: number): void {
    const unit = inventory.units.get(id)
    if (!unit) throw new Error('no unit')
    const reasons = new Map(
      [...campaigns.values()].map(it => [it.id, whyNot(it, unit, room, anybody.nowMs)])
    )
    refusedCount += [...reasons.values()].filter(it => it === 'refused').length
    for (const { id, creatives } of campaigns.values()) {
      if (!unit.refused.has(`category ${creatives[0].productCategory}`)) continue
      expect(reasons.get(id)).toBe('refused')
      byCategory++
    }
    unapprovedCount += [...reasons.values()].filter(it => it === 'not_approved').length
    // Once the visitor has seen every campaign but the last, the draw searches all that are left.
    const shown = [...reasons].filter(([, reason]) => reason === null).map(([it]) => it)
    for (let draws = 0; draws < drawsEach; draws++) {
      const drawn = inventory.draw(unit, room, random, anybody)?.campaign.id
      if (drawn === undefined) expect(shown).toEqual([])
      else expect(reasons.get(drawn)).toBe(null)
    }
    if (shown.length === 0) return void emptyCount++
    const last = random.pick(shown)
    const hasSeen = (it: number) => it !== last
    expect(inventory.draw(unit, room, random, { ...anybody, hasSeen })?.campaign.id).toBe(last)
    const isRefused = (it: number) => reasons.get(it) !== null
    const nothing = inventory.draw(unit, room, random, {
      ...anybody,
      hasSeen: it => !isRefused(it)
    })
    expect(nothing).toBe(null)
  }

  for (const id of units.keys()) check(id)
  for (let round = 0; round < 300; round++) {
    const change = random.below(4)
    const id = 1 + random.below(campaignCount)
    if (change === 0) {
      const unit = 1 + random.below(unitCount)
      putUnit(unit)
      inventory.putUnit(units.get(unit) ?? makeUnit())
    } else if (change === 1 && campaigns.size > campaignCount / 2) {
      campaigns.delete(id)
      inventory.dropCampaign(id)
    } else {
      const campaign = someCampaign(id, random)
      campaigns.set(id, campaign)
      inventory.putCampaign(campaign, running)
    }
    check(1 + random.below(unitCount))
  }
  expect(refusedCount).toBeGreaterThan(10_000)
  expect(byCategory).toBeGreaterThan(10_000)
  expect(unapprovedCount).toBeGreaterThan(10_000)
  expect(emptyCount).toBeGreaterThan(10)
})

test('says when lists that no unit has any more are too many to keep', () => {
  const sets = new NamedSets(1)
  sets.add(3, ['creative 7'])
  const names = Array.from({ length: 2_000 }, (_, nth) => `creative ${nth}`)
  for (let list = 0; list <= 1_500; list++) {
    expect(sets.isFull).toBe(false)
    sets.find(new Set([...names.slice(1), `creative ${10_000 + list}`]))
  }
  expect(sets.isFull).toBe(true)
  sets.forget()
  expect(sets.isFull).toBe(false)
  expect(sets.find(new Set(['creative 7']))?.bits[0]).toBe(8)
})
