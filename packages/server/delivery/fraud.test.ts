import type { Decision, SeenEvent } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>
let adaptive: typeof unit
beforeAll(async () => {
  context = await createTestContext({ publicUrl: 'https://ads.example', mode: 'production' })
  unit = await addUnit(context.db, { kind: 'app' })
  adaptive = await addUnit(context.db, { kind: 'app', size: 'Adaptive' })
  await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

type Visitor = { address: string; userAgent: string; says?: Record<string, string> }

/** As every browser of these years says it over HTTPS. */
const fetched = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }
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

/** Everybody is shown an ad, a second passes, and everybody says that they saw it. */
async function look(visitors: Visitor[], said: Partial<SeenEvent> = {}, unitId = unit.id) {
  const tokens: string[] = []
  for (const visitor of visitors) tokens.push(await choose(visitor, unitId))
  context.clock.advance(1000)
  await Promise.all(
    visitors.map((visitor, at) => {
      const event: SeenEvent = { token: tokens[at] ?? '', kind: 'viewable', ...said }
      return ask('/serve/view', visitor, JSON.stringify(event))
    })
  )
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
  // A second later it is eleven.
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
  const neighbors = crowd(50, () => '203.0.120.8').map(it => ({
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
  // In one partition the carrier's views are judged by what the others have counted up to then.
  await look(busy)
  const sums = await look(crowd(55, () => '203.0.114.7'))
  expect(sums.billable).toBe(1_355n)
  expect(sums.rejected_crowd).toBeUndefined()
})

test('behind a proxy that nobody declared everybody is counted as before', async () => {
  expect((await look(crowd(60, () => '10.0.0.2'))).billable).toBe(60n)
})

test('a program that says what it is, or imitates a browser badly, is not paid for', async () => {
  const honest = { address: '198.51.100.1', userAgent: chrome(1) }
  expect(await look([honest], { webdriver: true })).toEqual({
    served: 1n,
    rejected_automated: 1n
  })
  const bare = { address: '198.51.101.1', userAgent: chrome(2), says: {} }
  expect(await look([bare])).toMatchObject({ rejected_automated: 2n })
  const old = { address: '198.51.102.1', userAgent: chrome(3).replace('140', '71'), says: {} }
  const safari = {
    address: '198.51.103.1',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Version/15.0 Mobile Safari/604.1',
    says: {}
  }
  expect(await look([old, safari, honest])).toMatchObject({ billable: 3n })
})

test('a view of an ad that the page draws tiny is counted beside; narrow columns and phones are not', async () => {
  const visitor = (nth: number) => ({ address: `198.51.105.${nth}`, userAgent: chrome(nth) })
  // The unit is 300 by 250: a column of 120 pixels, a third of its width and height, a browser that does not say.
  expect(await look([visitor(1)], { pixels: 120 * 250 })).toMatchObject({ billable: 1n })
  expect(await look([visitor(2)], { pixels: 100 * 84 })).toMatchObject({ billable: 2n })
  expect((await look([visitor(3)])).shrunken).toBeUndefined()
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
