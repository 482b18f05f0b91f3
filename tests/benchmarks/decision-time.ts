import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemRandomBytes } from '@mille/server/context.ts'
import { createDecider } from '@mille/server/delivery/choosing/decide.ts'
import type { Campaign, Inventory } from '@mille/server/delivery/choosing/inventory.ts'
import { createLatelyDrawn } from '@mille/server/delivery/choosing/lately-drawn.ts'
import { createRandomness } from '@mille/server/delivery/choosing/randomness.ts'
import { writeDecision } from '@mille/server/delivery/choosing/write-decision.ts'
import { createCountries } from '@mille/server/delivery/requests/countries.ts'
import { createVisitorOf } from '@mille/server/delivery/requests/visitor-of.ts'
import { inventoryOf } from '@mille/server/delivery/testing/inventory.ts'
import { createHmacSha256 } from '@mille/server/delivery/visitors/hmac.ts'
import { createTokens } from '@mille/server/delivery/visitors/token.ts'
import { takeVisitors } from './asked.ts'
import { bigNetwork, forSome, withThreeCreatives } from './big-network.ts'
import { alternate, type Figure, median } from './rounds.ts'

const unitCount = 10_000
const sizes = [10, 100, 1000, 10_000] as const
/** Number of campaigns in the extra cases. */
const extraSize = 1000
/** Extra cases: every second campaign targets only some visitors, or each campaign has three creatives. */
const extras: Record<string, (campaigns: Campaign[], countries: string[]) => Campaign[]> = {
  'half for some visitors alone': forSome,
  'each with three creatives': withThreeCreatives
}
const rounds = 15
const perRound = 20_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Size = {
  campaigns: Campaign[]
  inventory: Inventory
  buildMs: number
  megabytes: number
  once: () => void
}

/**
 * Measures a whole decision in process, including visitor and token, by the number of campaigns, and what building the
 * inventory costs.
 */
export async function run(): Promise<Figure[]> {
  await countries.load()
  const built = [
    ...Object.values(extras).map(change => build(extraSize, change)),
    ...sizes.map(size => build(size))
  ]
  // Warm-up: every ad unit is requested, so that its tables exist.
  for (const { once } of built) for (let unit = 0; unit < unitCount * 2; unit++) once()
  const names = [
    ...Object.keys(extras).map(it => `${extraSize} campaigns, ${it}`),
    ...sizes.map(size => `${size} campaigns`)
  ]
  const measurements: Record<string, () => number> = Object.fromEntries(
    built.map(({ once }, index) => [names[index], () => timeOf(once)])
  )
  const times = await alternate(rounds, measurements)
  const medians = names.map(name => median(times[name] ?? []))
  const fewest = medians[Object.keys(extras).length] ?? 1
  const max = medians.at(-1) ?? 0
  const biggest = built.at(-1)
  if (!biggest) throw new Error('nothing was measured')
  return [
    ...medians.map((value, index) => ({
      name: `decision, ${names[index]} × ${unitCount} units`,
      value,
      unit: 'µs',
      floor: fewest,
      ratio: value / fewest,
      target: '≤ 20 µs, ≤ 1.5 × of 10 campaigns',
      holds: value <= 20 && value / fewest <= 1.5
    })),
    {
      name: 'inventory in memory, every unit’s table made',
      value: memoryOf(biggest),
      unit: 'MB',
      target: '≤ 300 MB',
      holds: memoryOf(biggest) <= 300
    },
    {
      name: 'inventory built from rows',
      value: biggest.buildMs,
      unit: 'ms',
      target: '≤ 3,000 ms',
      holds: biggest.buildMs <= 3000
    },
    changeTime(biggest, max)
  ]
}

const countries = createCountries({ countryDatabase: null })
const people = takeVisitors(20_000)
const asked = {
  place: { width: 728, height: 90, screen: 800 },
  mobile: null,
  platform: null
}

function build(
  campaignCount: number,
  change = (campaigns: Campaign[], _: string[]) => campaigns
): Size {
  const { units, campaigns: all } = bigNetwork(campaignCount, unitCount)
  const places = new Set(people.flatMap(it => countries.countryOf(it.address) ?? []))
  const campaigns = change(all, [...places])
  collectGarbage()
  const before = used()
  const started = performance.now()
  const inventory = inventoryOf(campaigns, units)
  const buildMs = performance.now() - started
  const hmac = createHmacSha256(systemRandomBytes(32))
  const decide = createDecider({
    config: { publicUrl: 'https://ads.example' },
    now: () => new Date(),
    inventory: () => inventory,
    visitors: {
      hash: (_day, address, userAgent) => hmac(`${address}\n${userAgent}`).subarray(0, 8)
    },
    tokens: createTokens(systemRandomBytes(32)),
    partitionOf: () => 0,
    random: createRandomness({ randomBytes: systemRandomBytes }),
    frequency: { seenBy: () => null },
    lately: createLatelyDrawn(() => new Date()),
    visitorOf: createVisitorOf(countries.countryOf)
  })
  // Empty ad units are left out: their decisions cost less because they get no token.
  const filled = units.filter(
    unit => decide({ ...asked, ...visitorAt(0), unit: `${unit.id}` }).decision.filled
  )
  let next = 0
  let count = 0
  const once = () => {
    // Simulates a page with three ads, then a page of another visitor.
    const visitor = visitorAt(Math.floor(count++ / 3))
    // Ad units are not requested in order, because memory next to what was just used is fast.
    next = (next + 7919) % filled.length
    writeDecision(decide({ ...asked, ...visitor, unit: `${filled[next]?.id}` }))
  }
  return { campaigns, inventory, buildMs, megabytes: before, once }
}

function visitorAt(index: number) {
  const { address, userAgent } = people[index % people.length] ?? { address: '', userAgent: '' }
  return { address, userAgent }
}

/** Measures how soon the next decision sees that a campaign was paused or resumed. */
function changeTime({ campaigns, inventory, once }: Size, decisionMicroseconds: number): Figure {
  const times: number[] = []
  for (let index = 0; index < 200; index++) {
    const campaign = campaigns[(index * 37) % campaigns.length]
    if (!campaign) continue
    const started = performance.now()
    const state = index % 2 === 0 ? 'paused' : 'active'
    inventory.putCampaign(
      { ...campaign, state },
      { weight: 1, allowance: Number.POSITIVE_INFINITY }
    )
    once()
    times.push(performance.now() - started)
  }
  const value = median(times) - decisionMicroseconds / 1000
  return {
    name: 'one campaign changed, until the next decision',
    value: Math.max(0, value),
    unit: 'ms',
    target: '≤ 50 ms',
    holds: value <= 50
  }
}

/** Measures processor time of this thread only, so that other work on the machine is not counted. */
function timeOf(once: () => void): number {
  const before = process.threadCpuUsage()
  for (let count = 0; count < perRound; count++) once()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / perRound
}

function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

/** Returns the memory of the inventory that was built last: all memory allocated since then is its own. */
function memoryOf({ megabytes }: Size): number {
  collectGarbage()
  return used() - megabytes
}
