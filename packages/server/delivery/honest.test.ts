import { dayMs, hourMs } from '@mille/api/durations.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUnpaidRecords } from './appending/unpaid-records.ts'
import { dayOfMs } from './days.ts'
import { createPartitioner, withPartition } from './event-log/partition.ts'
import { createEventReader } from './requests/seen.ts'
import { makeDecided } from './testing/counting.ts'
import { createCountedLog } from './testing/log.ts'
import { createVisitors, type Visitors } from './visitors/visitor.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const unit = 1

let context: TestContext
let visitors: Visitors
beforeAll(async () => {
  context = await createTestContext()
  visitors = createVisitors(context, { neededSince: async () => null })
  await visitors.refresh()
})
afterAll(() => context.close())

type Person = { address: string; userAgent: string }
type Page = { person: Person; atMs: number; campaign: number }

const browserOf = (nth: number) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${140 - (nth % 31)}.0.0.0 Mobile Safari/537.36`

const people = (count: number, addressOf: (nth: number) => string): Person[] =>
  Array.from({ length: count }, (_, nth) => ({
    address: addressOf(nth),
    userAgent: browserOf(nth)
  }))
const apart = people(300, nth => `198.${18 + Math.floor(nth / 256)}.${nth % 256}.1`)
const carrier = people(300, nth => `203.0.113.${nth % 256}`)

/**
 * Returns the page views of visitors who each come once in that time and open three pages with ads of different
 * campaigns, some seconds and some minutes apart.
 */
function pagesOf(visitors: Person[], withinMs: number): Page[] {
  const pages = visitors.flatMap((person, nth) => {
    const arrivesAtMs =
      midnight + 60_000 + Math.floor((nth * (withinMs - 300_000)) / visitors.length)
    return [0, 4_000 + (nth % 20) * 1000, 60_000 + (nth % 100) * 1000].map((laterMs, page) => ({
      person,
      atMs: arrivesAtMs + laterMs,
      campaign: page + 1
    }))
  })
  return pages.sort((a, b) => a.atMs - b.atMs)
}

/** Simulates nodes that report and counters that count: each page's ad is decided, and seen 1.2 seconds later. */
function createNetwork() {
  const partitions = 16
  const counters = Array.from({ length: partitions }, () => createCountedLog())
  const partitionOf = createPartitioner(context.config.secret, partitions)
  const read = createEventReader({
    inventory: () => null,
    visitors,
    partitionOf,
    partitions,
    unpaid: createUnpaidRecords(Buffer.alloc(32, 1), context.config.unpaidPerMinute),
    isDataCentre: () => false,
    countryOf: () => null,
    placement: { isBlockedHost: () => false, allowsLoopback: false },
    rejectsAutomation: true,
    isSecure: false
  })

  return {
    counters,
    /** Returns the sums of all partitions. */
    sums() {
      const sums: Record<string, number> = {}
      for (const { kind, count } of counters.flatMap(it => it.taken))
        sums[kind] = (sums[kind] ?? 0) + Number(count)
      return sums
    },
    decide: ({ address, userAgent }: Person, issuedAtMs: number, campaign = 1) => {
      const visitor = visitors.hash(dayOfMs(issuedAtMs), address, userAgent)
      if (!visitor) throw new Error('The key of that day is not here')
      const decided = makeDecided({ unit, campaign, issuedAtMs, visitor })
      withPartition(decided.decision, partitionOf(address, userAgent))
      return decided
    },
    /** Reports a view and returns its verdict, or the reason of its rejection. */
    report(decided: ReturnType<typeof makeDecided>, person: Person, atMs: number) {
      const sender = {
        ...person,
        host: null,
        saysHow: true,
        lacksOrigin: false,
        brands: null,
        mobile: null,
        platform: null,
        forwardedFor: null
      }
      const { event, partition } = read(
        'viewable',
        { ok: true, value: decided },
        sender,
        new Date(atMs)
      )
      const [verdict] = counters[partition]?.send(atMs, event) ?? []
      return event.kind === 'rejected' ? event.reason : verdict
    }
  }
}

/** Returns how many page views are billable if `paidElsewhere` other views of the unit are paid in each hour. */
function billableOf(pages: Page[], paidElsewhere = 0): number {
  const network = createNetwork()
  let hour = 0
  return pages.filter(({ person, atMs, campaign }) => {
    if (atMs >= hour + hourMs) {
      hour = Math.floor(atMs / hourMs) * hourMs
      for (const { append } of network.counters)
        append(atMs, writer => writer.unitHour(unit, new Date(hour), paidElsewhere, atMs))
    }
    const decided = network.decide(person, atMs, campaign)
    return network.report(decided, person, atMs + 1200) === 'billable'
  }).length
}

test('people behind a carrier are as many as they are, and not as many as their browsers', () => {
  expect(billableOf(pagesOf(apart, dayMs))).toBe(900)
  expect(billableOf(pagesOf(carrier, dayMs))).toBe(900)
})

test('within an hour they are as many at a unit that others visit too, and a crowd at one that they alone visit', () => {
  expect(billableOf(pagesOf(carrier, hourMs), 20_000)).toBe(900)
  expect(billableOf(pagesOf(carrier, hourMs))).toBe(400)
})

test('behind one address those who have the same browser are one visitor', () => {
  const office = people(300, () => '203.0.114.1')
  expect(billableOf(pagesOf(office, dayMs))).toBe(31 * 3)
})

const atMs = midnight + 10 * hourMs
const homes = people(40, nth => `198.20.${nth}.1`)
const onTheMove = (person: Person, nth: number) => ({
  ...person,
  address: nth % 2 === 0 ? `100.64.${nth}.1` : `2001:db8:${nth}::1`
})

test('who has another address by the time of the view is paid for, and is marked', () => {
  const network = createNetwork()
  const verdicts = homes.map((person, nth) =>
    network.report(network.decide(person, atMs), onTheMove(person, nth), atMs + 2000)
  )
  expect(verdicts).toEqual(homes.map(() => 'billable'))
  expect(network.sums()).toMatchObject({ viewable: 40, billable: 40, moved: 40 })
})

test('another browser is another visitor, wherever it is', () => {
  const network = createNetwork()
  const verdicts = homes.map((person, nth) => {
    const other = { ...onTheMove(person, nth), userAgent: browserOf(nth + 1) }
    return network.report(network.decide(person, atMs), other, atMs + 2000)
  })
  expect(verdicts).toEqual(homes.map(() => 'foreign'))
})

test('a token is used once, from whichever addresses it is sent', () => {
  const network = createNetwork()
  const [person = homes[0]] = homes
  if (!person) throw new Error('Nobody')
  const decided = network.decide(person, atMs)
  const from = [person, ...homes.keys().map(nth => onTheMove(person, nth))]
  const verdicts = from.map((it, nth) => network.report(decided, it, atMs + 2000 + nth))
  expect(verdicts).toEqual(['billable', ...homes.map(() => 'repeated')])
})

test('many addresses to report from are paid for no more often than the visitors whom ads were chosen for', () => {
  const network = createNetwork()
  const [person] = homes
  if (!person) throw new Error('Nobody')
  const report = (nth: number, from: Person) =>
    network.report(network.decide(person, atMs + nth * 60_000), from, atMs + nth * 60_000 + 2000)
  const verdicts = homes.map((_, nth) => report(nth, onTheMove(person, nth)))
  expect(verdicts).toEqual(['billable', ...homes.slice(1).map(() => 'seen_today')])
  expect(report(41, person)).toBe('seen_today')
})

test('a charge at the old address is a charge for who moves, and over midnight for who comes back', () => {
  const network = createNetwork()
  const [person] = homes
  if (!person) throw new Error('Nobody')
  expect(network.report(network.decide(person, atMs), person, atMs + 2000)).toBe('billable')
  const moved = onTheMove(person, 1)
  expect(network.report(network.decide(person, atMs + 60_000), moved, atMs + 62_000)).toBe(
    'seen_today'
  )
  const late = midnight + dayMs - 60_000
  expect(network.report(network.decide(person, late, 2), moved, late + 120_000)).toBe('billable')
  const next = late + 180_000
  expect(network.report(network.decide(person, next, 2), person, next + 2000)).toBe('seen_today')
})
