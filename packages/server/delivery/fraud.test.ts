import type { Decision, SeenEvent } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scoreUnits } from './scoring/score-units.ts'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>
let adaptive: typeof unit
let site: typeof unit
beforeAll(async () => {
  context = await createTestContext({ publicUrl: 'https://ads.example', mode: 'production' })
  unit = await addUnit(context.db, { kind: 'app' })
  adaptive = await addUnit(context.db, { kind: 'app', size: 'Adaptive' })
  site = await addUnit(context.db)
  await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

type Visitor = { address: string; userAgent: string; says?: Record<string, string> }

/** Headers that every current browser sends over HTTPS. */
const fetched = {
  origin: 'https://blog.example',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'cross-site'
}
const chrome = (build: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${build}.0 Safari/537.36`

function ask(path: string, { address, userAgent, says = fetched }: Visitor, body?: string) {
  return askFrom(delivery, address, path, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: { 'user-agent': userAgent, ...says }
  })
}

async function choose(visitor: Visitor, unitId: number): Promise<string> {
  const asked = await ask(`/serve/units/${unitId}?width=300`, visitor)
  const decision = (await asked.json()) as Decision
  if (!decision.filled) throw new Error(decision.reason)
  return decision.token
}

function report(visitor: Visitor, event: SeenEvent) {
  return ask('/serve/view', visitor, JSON.stringify(event))
}

/** A view as the ad's script reports it in Chromium. */
const seen = { kind: 'viewable', isVisible: true, pixels: 75_000 } as const

/** Shows an ad to each visitor; a second later all of them report that they saw it. */
async function look(
  visitors: Visitor[],
  { isDrawn = false, ...said }: Partial<SeenEvent> & { isDrawn?: boolean } = {},
  unitId = unit.id
) {
  const tokens: string[] = []
  for (const visitor of visitors) tokens.push(await choose(visitor, unitId))
  const reportAll = (event: Partial<SeenEvent>) =>
    Promise.all(
      visitors.map((visitor, at) => report(visitor, { token: tokens[at] ?? '', ...seen, ...event }))
    )
  if (isDrawn) await reportAll({ kind: 'rendered' })
  context.clock.advance(1000)
  await reportAll(said)
  await delivery.flush()
  await countAll(context)
  return readSums(context.db)
}

const crowd = (count: number, address: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => ({ address: address(nth), userAgent: chrome(nth) }))

test('invented browsers of one address are paid for forty times an hour, not three hundred', async () => {
  context.clock.set('2026-03-02T10:59:58Z')
  const sums = await look(crowd(300, () => '203.0.113.7'))
  expect(sums).toMatchObject({ billable: 40n, rejected_crowd: 260n })
  // The second visitor's report comes one second later, at eleven o'clock.
  const another = { address: '203.0.113.9', userAgent: chrome(300) }
  expect(await look([another])).toMatchObject({ billable: 41n })
})

test('copies of a view use up nothing of what the neighbors may send', async () => {
  const hostile = { address: '203.0.119.7', userAgent: chrome(1) }
  const token = await choose(hostile, unit.id)
  context.clock.advance(1000)
  for (let copy = 0; copy < 50; copy++) {
    await ask('/serve/view', hostile, JSON.stringify({ token, kind: 'viewable' }))
    await delivery.flush()
  }
  await countAll(context)
  expect(await readSums(context.db)).toMatchObject({ billable: 1n, rejected_repeated: 49n })
  const neighbors = crowd(38, () => '203.0.119.8').map(it => ({
    ...it,
    userAgent: `${it.userAgent} x`
  }))
  expect(await look(neighbors)).toMatchObject({ billable: 39n })
})

test('one browser uses up no more than a view for each campaign', async () => {
  const hostile = Array.from({ length: 58 }, () => ({
    address: '203.0.120.7',
    userAgent: chrome(1)
  }))
  expect(await look(hostile)).toMatchObject({ viewable: 58n, billable: 1n })
  const neighbors = crowd(50, () => '203.0.120.7').map(it => ({
    ...it,
    userAgent: `${it.userAgent} x`
  }))
  expect(await look(neighbors)).toMatchObject({ billable: 40n, rejected_crowd: 11n })
})

test('what is rejected does not make the unit busier', async () => {
  for (let block = 1; block <= 4; block++) await look(crowd(500, () => `203.0.${120 + block}.7`))
  expect(await readSums(context.db)).toMatchObject({ billable: 160n, rejected_crowd: 1840n })
})

test('people of many networks are paid for, and so is a carrier of a busy unit', async () => {
  const people = crowd(300, nth => `198.51.${nth % 200}.${nth % 250}`)
  expect((await look(people)).billable).toBe(300n)
  const busy = crowd(1_000, nth => `100.${nth % 250}.${nth % 7}.1`)
  // In one partition, the carrier's views are judged by what the other partitions counted before.
  await look(busy)
  const sums = await look(crowd(55, () => '203.0.114.7'))
  expect(sums.billable).toBe(1_355n)
  expect(sums.rejected_crowd).toBeUndefined()
})

test('on an intranet that the operator allows there are no crowds', async () => {
  expect((await look(crowd(60, () => '10.0.0.2'))).billable).toBe(60n)
})

test('behind an undeclared public proxy a unit is paid for forty views an hour, and several units for more', async () => {
  const units = [unit]
  while (units.length < 4) units.push(await addUnit(context.db, { kind: 'app' }))
  const newest = units[3]?.id ?? 0
  const neighbor = { address: '198.51.110.1', userAgent: chrome(1) }
  await expect.poll(() => choose(neighbor, newest).catch(() => null)).not.toBe(null)
  // Each address of the block has a limit of its own.
  const behind = (count: number, last: number, from: number) =>
    crowd(count, () => `203.0.130.${last}`).map((it, nth) => ({
      ...it,
      userAgent: chrome(from + nth)
    }))
  for (const [nth, { id }] of units.entries()) {
    await look(behind(150, 7, 1000 * nth), {}, id)
    // The clock moves on because 500 unpaid views a minute is another limit.
    context.clock.advance(60_000)
  }
  expect(await readSums(context.db)).toMatchObject({ billable: 160n, rejected_crowd: 440n })
  // 150 browsers spread over four units are not a crowd of any of them.
  for (const [nth, { id }] of units.entries())
    await look(behind(nth < 2 ? 38 : 37, 8, 5000 + 1000 * nth), {}, id)
  expect(await readSums(context.db)).toMatchObject({ billable: 310n, rejected_crowd: 440n })
})

test('a program that says what it is, or imitates a browser badly, is not paid for', async () => {
  const honest = { address: '198.51.100.1', userAgent: chrome(1) }
  expect(await look([honest], { webdriver: true })).toEqual({ rejected_automated: 1n })
  const bare = { address: '198.51.101.1', userAgent: chrome(2), says: {} }
  expect(await look([bare])).toMatchObject({ rejected_automated: 2n })
  const { origin: _, ...noOrigin } = fetched
  const nowhere = { address: '198.51.106.1', userAgent: chrome(4), says: noOrigin }
  expect(await look([nowhere])).toMatchObject({ rejected_automated: 3n })
  const silent = { origin: 'https://blog.example' }
  const old = { address: '198.51.102.1', userAgent: chrome(3).replace('140', '71'), says: silent }
  const safari = {
    address: '198.51.103.1',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Version/15.0 Mobile Safari/604.1',
    says: silent
  }
  expect(await look([old, safari, honest])).toMatchObject({ billable: 3n })
})

test('a view of an ad that the page draws tiny is counted beside; narrow columns and phones are not', async () => {
  const visitor = (nth: number) => ({ address: `198.51.105.${nth}`, userAgent: chrome(nth) })
  // The unit is 300 by 250 pixels. Tested are a column of 120 pixels, a third of the width and height, and a browser
  // that reports no size.
  expect(await look([visitor(1)], { pixels: 120 * 250 })).toMatchObject({ billable: 1n })
  expect(await look([visitor(2)], { pixels: 100 * 84 })).toMatchObject({ billable: 2n })
  expect(
    (await look([visitor(3)], { pixels: undefined as unknown as number })).shrunken
  ).toBeUndefined()
  expect(await look([visitor(4)], { pixels: 86 * 87 })).toMatchObject({
    billable: 4n,
    shrunken: 1n
  })
  expect(await look([visitor(5)], { pixels: 3_000 }, adaptive.id)).toMatchObject({ shrunken: 1n })
  const strange = { pixels: 'many' as unknown as number }
  expect(await look([visitor(6)], strange)).toMatchObject({ billable: 6n, shrunken: 1n })
})

test('a covered view is paid for, since a dark mode is one too, and is counted beside', async () => {
  const honest = { address: '198.51.104.1', userAgent: chrome(1) }
  expect(await look([honest], { isVisible: false })).toMatchObject({ billable: 1n, covered: 1n })
})

test('a view from a frame that says nothing of its page is counted beside at a site, and not at an app', async () => {
  const sandboxed = (address: string) => ({
    ...{ address, userAgent: chrome(1) },
    says: { ...fetched, origin: 'null' }
  })
  expect(await look([sandboxed('198.51.107.1')], {}, site.id)).toMatchObject({
    billable: 1n,
    unplaced: 1n
  })
  expect(await look([sandboxed('198.51.108.1')])).toMatchObject({ billable: 2n, unplaced: 1n })
})

test('the frame counts its ad, though browsers send no Origin when they open a page', async () => {
  const { origin: _, ...opened } = { ...fetched, 'sec-fetch-mode': 'navigate' }
  const visitor = { address: '198.51.109.1', userAgent: chrome(1), says: opened }
  expect(await (await ask(`/serve/frame/${site.id}?width=300`, visitor)).text()).toContain('<a')
  await delivery.flush()
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ rendered: 1n, served: 1n })
})

/** Sends many copies of a single report, and reports of many ads, from one address, as programs do. */
async function grieve({ copies, falseReports }: { copies: number; falseReports: number }) {
  const hostile = { address: '192.0.2.7', userAgent: chrome(1) }
  const token = await choose(hostile, unit.id)
  context.clock.advance(1000)
  for (let copy = 0; copy < copies; copy++)
    await report(hostile, { token, kind: 'viewable', webdriver: true })
  return look(
    Array.from({ length: falseReports }, () => hostile),
    { webdriver: true }
  )
}

const readScores = () =>
  context.db
    .selectFrom('unit_scores')
    .select(['score', 'reasons'])
    .where('unit_id', '=', unit.id)
    .limit(1)
    .execute()

test('rejected reports alone give a unit that is paid for nothing no score', async () => {
  expect(await grieve({ copies: 0, falseReports: 300 })).toMatchObject({ rejected_automated: 300n })
  expect(await scoreUnits(context)).toEqual([])
  expect(await readScores()).toEqual([])
})

test.each([
  { copies: 110, falseReports: 0, readers: '198.52' },
  { copies: 0, falseReports: 300, readers: '198.53' },
  { copies: 55, falseReports: 150, readers: '198.54' }
])(
  'a stranger cannot put a publisher on hold: $copies copies and $falseReports false reports',
  async ({ readers, ...attack }) => {
    await look(
      crowd(110, nth => `${readers}.${nth}.1`),
      { isDrawn: true }
    )
    const rejected = BigInt(attack.copies + attack.falseReports)
    expect(await grieve(attack)).toMatchObject({ billable: 110n, rejected_automated: rejected })
    expect(await scoreUnits(context)).toEqual([])
    expect(await readScores()).toEqual([{ score: 0, reasons: [] }])
  }
)
