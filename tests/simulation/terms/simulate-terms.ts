import { dayMs } from '@mille/api/durations.ts'
import { keepFunded } from '@mille/server/campaigns/index.ts'
import { createPartitioner } from '@mille/server/delivery/event-log/partition.ts'
import { createCountries } from '@mille/server/delivery/requests/countries.ts'
import { createVisitorOf } from '@mille/server/delivery/requests/visitor-of.ts'
import { openPublicLog, sealCharges } from '@mille/server/public-log/index.ts'
import { sealBooks } from '@mille/server/seals/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { holdActive } from '@mille/server/window-holds/index.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { startNode } from '../database-node.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import { whyOutside } from './outside.ts'
import { type Person, planPeople, planPlaces, start } from './plan.ts'
import {
  accountOf,
  addCampaigns,
  addPlaces,
  credit,
  reviewVariants,
  type TermsCampaign,
  type TermsUnit
} from './populate.ts'
import { type Probe, planProbes } from './probes.ts'
import { createMemory, createSeenAds, type Reporting } from './seen-ads.ts'

export type TermsOptions = {
  seed: number
  campaigns: number
  days: number
  /** Number of ads that are asked for, for each campaign and day. */
  views: number
  /** Called after each simulated day. */
  onDay?: (day: number, life: TermsLife) => void
}

/** A view of an ad. Moments are in milliseconds since 1970. */
export type TermsView = {
  campaign: number
  creative: number
  unit: number
  /** The visitor's place among the people of the simulation. */
  person: number
  drawnAt: number
  /** The process that drew the ad, and when it had last read what was counted. */
  process: number
  readAt: number
  countedAt: number
  /** The process that the view was reported to. */
  reportedTo: number
}

export type TermsLife = {
  campaigns: TermsCampaign[]
  campaignOf: ReadonlyMap<number, TermsCampaign>
  units: TermsUnit[]
  people: Person[]
  /** Every ad that was shown and seen, by decision. */
  views: Map<string, TermsView>
  /** What was put on the account of each advertiser: `owner asset` and an amount. */
  credited: Map<string, bigint>
  drawn: number
}

const windowMs = 7_200_000
/** Milliseconds from the end of a settlement period to its settlement. */
const graceMs = 2_000
const longestDelayMs = 1_200_000
/** Number of ads that are asked for close to each start, end and change of hours. */
const asksPerProbe = 20
/**
 * Ads are asked for in bursts of half a minute, and what is seen soon is counted within the minute, as in a network
 * whose counting keeps up.
 */
const burst = { everyMs: 900_000, lengthMs: 30_000, countedMs: 50_000 }

/**
 * Simulates campaigns with all kinds of terms on a real database: two delivery processes that choose ads, the counting
 * of what is seen, settlement, and what campaigns draw from their accounts. Throws as soon as an ad is shown outside of
 * its campaign's terms.
 */
export async function simulateTerms(
  context: SimulatedContext,
  options: TermsOptions
): Promise<TermsLife> {
  const { clock } = context
  const { seed, days } = options
  const random = createRandom(seed)
  clock.set(new Date(start))
  const countries = createCountries({ countryDatabase: null })
  await countries.load()
  const life = await populate(context, random, options, countries.countryOf)
  const partitionOf = createPartitioner(context.config.secret, 16)
  const visitorOf = createVisitorOf(countries.countryOf)
  const fleet = createFleet(context, random, { partitionOf, visitorOf })
  // Its draws are not reported, so that they use up no money of the campaigns.
  const probing = createFleet(context, random, { partitionOf, visitorOf })
  const probes = planProbes(life.campaigns, days)
  const seen = createSeenAds(context, life.views, partitionOf)
  const end = start + days * dayMs
  let settledUntil = start

  /** Moves the clock, and does what is due at the end of each settlement period on the way. */
  async function liveUntil(moment: number): Promise<void> {
    while (settledUntil + windowMs + graceMs <= moment) {
      settledUntil += windowMs
      clock.set(new Date(settledUntil + graceMs))
      if (settledUntil % dayMs === 0 && settledUntil < end) await topUp(context, life, random)
      await seen.count(fleet.pick())
      await reviewVariants(context.db, life.campaigns, new Date(settledUntil))
      await settle(context)
      await fleet.refresh()
      await probing.refresh()
    }
    clock.set(new Date(moment))
  }

  await topUp(context, life, random)
  await settle(context)
  await fleet.launch(0)
  await fleet.launch(1)
  await probing.launch(0)
  const perBurst = Math.ceil((options.campaigns * options.views * burst.everyMs) / dayMs)
  for (let from = start; from < end; from += burst.everyMs) {
    const begins = from + random.below(burst.everyMs - burst.countedMs)
    for (let next = probes[0]; next && next.ms < begins; next = probes[0]) {
      probes.shift()
      // The clock is not set back to what was passed during the last requests.
      if (next.ms < context.now().getTime()) continue
      await liveUntil(next.ms)
      const asked = { life, running: probing.pick(), random }
      for (let nth = 0; nth < asksPerProbe; nth++) probe(asked, next)
    }
    await liveUntil(begins)
    if (random.chance(0.01)) await fleet.launch(random.below(2))
    await fleet.observe()
    await probing.observe()
    const moments = Array.from({ length: perBurst }, () => begins + random.below(burst.lengthMs))
    for (const moment of moments.sort((one, other) => one - other)) {
      await liveUntil(moment)
      const ad = serve(life, fleet.pick(), random, moment)
      // Most visitors see the ad.
      if (ad && random.chance(0.8)) seen.add({ ...ad, seenAtMs: moment + delayMs(random) })
    }
    await liveUntil(begins + burst.countedMs)
    await seen.count(fleet.pick())
    const next = from + burst.everyMs
    if (next % dayMs === 0) options.onDay?.((next - start) / dayMs, life)
  }
  // The last visitors report what they see soon, because reports that come hours later are rejected.
  await liveUntil(end + longestDelayMs)
  await seen.count(fleet.pick())
  await liveUntil(end + windowMs + graceMs)
  await seen.stop()
  return life
}

async function populate(
  context: SimulatedContext,
  random: Random,
  { campaigns: count, days, views }: TermsOptions,
  countryOf: Parameters<typeof planPeople>[2]
): Promise<TermsLife> {
  const { db } = context
  await openPublicLog(context)
  // A CPD campaign is charged only for minutes in which ads could be chosen.
  const until = new Date(start + days * dayMs + windowMs)
  await context.pool.query(
    `insert into delivery_heartbeats (minute)
    select generate_series($1::timestamptz, $2::timestamptz, interval '1 minute')`,
    [new Date(start), until]
  )
  const people = planPeople(random, count * views, countryOf)
  const units = await addPlaces(db, planPlaces(random, Math.max(12, Math.ceil(count / 20))))
  const campaigns = await addCampaigns(db, random, { count, days, views })
  const campaignOf = new Map(campaigns.map(it => [it.id, it]))
  return { campaigns, campaignOf, units, people, views: new Map(), credited: new Map(), drawn: 0 }
}

type Running = Reporting & { readAt: number }

/** Runs two delivery processes, each of which may be replaced by a new one that remembers nothing. */
function createFleet(
  context: SimulatedContext,
  random: Random,
  parts: Parameters<typeof startNode>[1]
) {
  const running: Running[] = []
  let processes = 0

  async function read(what: 'refresh' | 'observe'): Promise<void> {
    for (const it of running) {
      await it.node[what]()
      it.readAt = context.now().getTime()
    }
  }

  return {
    async launch(index: number): Promise<void> {
      const memory = createMemory(context)
      const node = await startNode(context, { ...parts, frequency: memory.frequency })
      const readAt = context.now().getTime()
      running[index] = { node, memory, process: ++processes, readAt }
    },
    pick: () => random.pick(running),
    refresh: () => read('refresh'),
    observe: () => read('observe')
  }
}

type Asking = { life: TermsLife; running: Running; random: Random }

/** Lets a visitor for whom a campaign is meant ask for an ad while the campaign must not be shown. */
function probe(asking: Asking, { ms, campaign }: Probe): void {
  const { life, random } = asking
  const always = { ...campaign.terms, startsAt: null, endsAt: null, schedule: null }
  const [unit, person] = [random.pick(life.units), random.below(life.people.length)]
  const one = life.people[person]
  const first = campaign.terms.variants[0]
  if (one && first && whyOutside(always, first, unit.place, one, ms) === null)
    ask(asking, unit, person, ms)
}

/** Lets a visitor ask a process for an ad, and keeps what is drawn. */
function serve(life: TermsLife, running: Running, random: Random, atMs: number) {
  const unit = random.pick(life.units)
  const person = random.below(life.people.length)
  const asked = ask({ life, running, random }, unit, person, atMs)
  if (asked) life.drawn++
  return asked
}

/** Asks for an ad, and throws if it is outside of its campaign's terms. */
function ask({ life, running }: Asking, unit: TermsUnit, index: number, atMs: number) {
  const { node, process, readAt } = running
  const person = life.people[index]
  if (!person) throw new Error('there are no people')
  const { address, userAgent } = person
  const place = { width: 300, height: 250, screen: 800 }
  const asked = { unit: `${unit.id}`, place, address, userAgent, mobile: null, platform: null }
  const { shown } = node.decide(asked)
  if (!shown) return null
  const { decided } = shown
  const campaign = life.campaignOf.get(decided.campaign)
  if (!campaign) throw new Error(`there is no campaign ${decided.campaign}`)
  const variant = campaign.terms.variants[campaign.creatives.indexOf(decided.creative)]
  const why = variant
    ? whyOutside(campaign.terms, variant, unit.place, person, atMs)
    : `it has no creative ${decided.creative}`
  if (why) {
    const when = new Date(atMs).toISOString()
    throw new Error(`campaign ${campaign.id} is on unit ${unit.id} at ${when}: ${why}`)
  }
  const drawn = { person: index, drawnAt: atMs, process, readAt }
  const reported = { countedAt: Number.POSITIVE_INFINITY, reportedTo: 0 }
  const of = { campaign: campaign.id, creative: decided.creative, unit: unit.id }
  const view: TermsView = { ...of, ...drawn, ...reported }
  return { decided, person, view }
}

/** Settles the periods that have ended, lets campaigns draw money for the next one, and seals the books. */
async function settle(context: SimulatedContext): Promise<void> {
  const { failedCampaigns, isBehind } = await settleDue(context)
  if (failedCampaigns.length > 0 || isBehind)
    throw new Error(`not settled: ${failedCampaigns.join() || 'counting is behind'}`)
  await holdActive(context)
  await keepFunded(context)
  await sealCharges(context)
  await sealBooks(context)
}

/** Credits the accounts that campaigns draw from, with less than these want in a day. */
async function topUp(context: SimulatedContext, life: TermsLife, random: Random): Promise<void> {
  for (const [name, all] of Map.groupBy(life.campaigns, accountOf)) {
    const [first] = all
    const drawing = all.filter(it => it.terms.selfFunding)
    const wanted = drawing.reduce((sum, it) => sum + it.terms.dailyBudget, 0n)
    const amount = (wanted * BigInt(random.below(60))) / 100n
    if (!first || amount === 0n) continue
    await credit(context.db, first, amount, context.now())
    life.credited.set(name, (life.credited.get(name) ?? 0n) + amount)
  }
}

/** Most visitors see an ad within seconds; a few come back to its page later. */
function delayMs(random: Random): number {
  return random.chance(0.98) ? 1000 + random.below(15_000) : random.below(longestDelayMs)
}
