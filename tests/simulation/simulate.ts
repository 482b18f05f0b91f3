import { whyNotHere } from '@mille/server/delivery/choosing/eligibility.ts'
import type { Campaign, Unit } from '@mille/server/delivery/choosing/inventory.ts'
import { roomIn } from '@mille/server/delivery/choosing/room.ts'
import { targets } from '@mille/server/delivery/testing/inventory.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { Books, dayMs, type Statement } from './books.ts'
import { createTraffic, simulatedCampaigns, simulatedUnits } from './network.ts'
import { SimulatedNode, somePlace } from './node.ts'

export type Options = {
  seed: number
  steps: number
  /** Number of requests per day. */
  perDay: number
  /** Whether people change their minds all the time. */
  isStormy: boolean
}

export type Outcome = {
  books: Books
  campaigns: Campaign[]
  units: Unit[]
  statements: Statement[]
  /** Number of decisions by ad unit and campaign. */
  served: Map<number, Map<number, number>>
  billable: number
  seenToday: number
  repeated: number
  crashes: number
  endedAt: number
}

type View = { decision: string; visitor: string; campaign: number; unit: number }

const start = Date.parse('2026-03-02T00:00:00Z')
const graceMs = 2000
const noticeMs = 1000

/**
 * Simulates a network on two nodes that may crash; in each step a visitor requests an ad. Everything follows from the
 * seed. Throws at the first step after which a required condition does not hold.
 */
export function simulate({ seed, steps, perDay, isStormy }: Options): Outcome {
  const random = createRandom(seed)
  const units = simulatedUnits()
  const campaigns = simulatedCampaigns(perDay)
  const books = new Books()
  for (const campaign of campaigns) books.add(campaign, start)
  const nodes = [0, 1].map(() => new SimulatedNode(units, books, random, start))
  const timeOf = createTraffic(start, perDay)
  const views = new Map<number, View[]>()
  const changedAt = new Map<number, number>()
  const unread = new Set<number>()
  const outcome: Outcome = {
    books,
    campaigns,
    units,
    statements: [],
    served: new Map(units.map(unit => [unit.id, new Map()])),
    billable: 0,
    seenToday: 0,
    repeated: 0,
    crashes: 0,
    endedAt: start
  }
  let second = start / 1000
  let now = start

  function serve(step: number): void {
    const unit = random.pick(units)
    const drawn = random.pick(nodes).draw(unit)
    if (!drawn) return
    const { id } = drawn.campaign
    const reason = whyNotHere(books.read(id, now), unit, roomIn(unit, somePlace))
    const { state } = books.read(id, now)
    const isKnown = now - (changedAt.get(id) ?? 0) > noticeMs
    if (isKnown && (reason !== null || state !== 'active'))
      throw new Error(`unit ${unit.id} shows campaign ${id}, which is ${reason ?? state}`)
    const counts = outcome.served.get(unit.id) ?? new Map<number, number>()
    counts.set(id, (counts.get(id) ?? 0) + 1)
    outcome.served.set(unit.id, counts)
    if (!random.chance(0.55)) return
    const visitor = random.chance(0.05) ? `regular ${random.below(50)}` : `visitor ${step}`
    const view = { decision: `${step}`, visitor, campaign: id, unit: unit.id }
    // Most visitors see the ad soon; a few leave the page waiting. Some reports are sent twice.
    const delay = random.chance(0.98) ? 1 + random.below(20) : random.below(7000)
    post(view, delay)
    if (random.chance(0.02)) post(view, delay + random.below(60))
  }

  function post(view: View, delaySeconds: number): void {
    const at = Math.floor(now / 1000) + delaySeconds
    const due = views.get(at) ?? []
    due.push(view)
    views.set(at, due)
  }

  /** Runs what happens by itself in the seconds until the given moment. */
  function liveUntil(moment: number): void {
    for (; second < Math.floor(moment / 1000); second++) {
      now = second * 1000
      for (const view of views.get(second) ?? []) countView(view)
      views.delete(second)
      if ((now - graceMs) % 7_200_000 === 0) settle()
      for (const node of nodes) {
        for (const id of unread) node.readCampaign(id, now)
        node.observe(now)
      }
      unread.clear()
    }
    now = moment
  }

  function countView(view: View): void {
    const became = books.count(view, now)
    if (became === 'billable') outcome.billable++
    else if (became === 'seen_today') outcome.seenToday++
    else outcome.repeated++
  }

  /** Settles the campaigns. A process may die between two campaigns; the next run continues. */
  function settle(): void {
    for (const id of books.ids()) {
      if (isStormy && random.chance(0.1)) break
      settleCampaign(id)
    }
  }

  function settleCampaign(id: number): void {
    const added = books.settle(id, now - graceMs)
    for (const statement of added) check(statement, books)
    outcome.statements.push(...added)
    if (added.length > 0) markChanged(id)
  }

  function markChanged(id: number): void {
    changedAt.set(id, now)
    unread.add(id)
  }

  for (let step = 0; step < steps; step++) {
    try {
      liveUntil(timeOf(step))
      if (random.chance(isStormy ? 0.005 : 0.00001)) {
        random.pick(nodes).restart(now)
        outcome.crashes++
      }
      if (isStormy && random.chance(0.05)) markChanged(changeSomething(books, units, random, now))
      serve(step)
    } catch (error) {
      const message = (error as Error).message
      throw new Error(`seed ${seed}, step ${step}: ${message}`, { cause: error })
    }
  }
  outcome.endedAt = Math.ceil((now - start) / dayMs) * dayMs + start + graceMs
  liveUntil(outcome.endedAt + 2000)
  for (const id of books.ids()) settleCampaign(id)
  return outcome
}

/** Lets an advertiser make a random change, and returns the campaign's ID. */
function changeSomething(
  books: Books,
  units: readonly Unit[],
  random: Random,
  now: number
): number {
  const id = random.pick(books.ids())
  const campaign = books.read(id, now)
  const act = random.pick([
    () => books.setState(id, 'paused', now),
    () => books.setState(id, 'active', now),
    () => books.setState(id, 'active', now),
    () => books.fund(id, campaign.dailyBudget / 10n),
    // A budget below the day's cost so far stops the campaign, which is not charged again that day.
    () =>
      books.change(id, {
        dailyBudget: (campaign.dailyBudget * BigInt(50 + random.below(100))) / 100n + 1n
      }),
    () =>
      books.change(id, {
        totalBudget: random.chance(0.5) ? null : campaign.spent + campaign.dailyBudget / 3n
      }),
    () =>
      books.change(id, {
        excluded: targets({ units: [random.pick(units).id], sites: [random.below(6)] })
      }),
    () => books.change(id, { excluded: targets() }),
    () =>
      books.change(id, {
        creatives: [{ ...campaign.creatives[0], rating: random.pick([null, 'gambling']) }]
      })
  ])
  act()
  return id
}

/** Checks what has to hold for every statement. */
function check({ campaign: id, billable, due, charged, shares }: Statement, books: Books): void {
  const campaign = books.read(id, 0)
  const fail = (what: string) => {
    throw new Error(`campaign ${id} was charged ${charged}: ${what}`)
  }
  if (charged < 0n || charged > due) fail(`${due} was due`)
  if (campaign.balance < 0n) fail(`it has ${campaign.balance} left`)
  if (campaign.maxCpm !== null && charged * 1000n > campaign.maxCpm * billable)
    fail('above its highest price')
  if (shares.reduce((sum, it) => sum + it.net + it.fee, 0n) !== charged)
    fail('its shares sum to something else')
}
