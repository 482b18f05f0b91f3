import { hourMs } from '@mille/api/durations.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFrequency, type Frequency } from '../choosing/frequency.ts'
import {
  clearCounts,
  countAll,
  createTestAppender,
  makeDecided,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { createVerdictFollower, type VerdictFollower } from './follow-verdicts.ts'

let context: TestContext
let frequency: Frequency
let follower: VerdictFollower
let node: TestAppender
let other: TestAppender
beforeAll(async () => {
  context = await createTestContext()
  other = createTestAppender(context)
})
beforeEach(async () => {
  context.clock.set('2026-03-02T10:00:00Z')
  await clearCounts(context.db)
  frequency = createFrequency(context.now)
  follower = createVerdictFollower(context, { frequency, unpaid: { giveBack() {} } }, 50)
  node = createTestAppender(context, { onAppended: follower.add })
})
afterAll(async () => {
  await other.stop()
  await context.close()
})

const visitor = Buffer.alloc(8, 5)
const see = (from: TestAppender, values = {}) =>
  from.count(viewable(makeDecided({ visitor, campaign: 7, ...values })))
const hasSeen = () => frequency.seenBy(visitor)?.(7) ?? false

async function verdictsCome(): Promise<void> {
  await countAll(context)
  await follower.look()
}

test('a view is taken for paid at once, and stays so for a day', async () => {
  await see(node)
  expect(hasSeen()).toBe(true)
  await verdictsCome()
  context.clock.advance(24 * hourMs - 1)
  expect(hasSeen()).toBe(true)
  context.clock.advance(1)
  expect(hasSeen()).toBe(false)
})

test('what another node was paid for is asked for again after an hour', async () => {
  await see(other)
  await see(node)
  await verdictsCome()
  expect(hasSeen()).toBe(true)
  context.clock.advance(hourMs)
  expect(hasSeen()).toBe(false)
})

test('what is not counted was not seen, and a second view does not shorten what is known', async () => {
  await see(node, { issuedAtMs: Date.parse('2026-03-02T07:00:00Z') })
  expect(hasSeen()).toBe(true)
  await verdictsCome()
  expect(hasSeen()).toBe(false)
  await see(node)
  await see(node)
  await verdictsCome()
  context.clock.advance(2 * hourMs)
  expect(hasSeen()).toBe(true)
})

test('finds its views beside clicks, copies and the reports of other nodes', async () => {
  const visitors = Array.from({ length: 60 }, (_, nth) => Buffer.alloc(8, nth + 1))
  const isPaid = (nth: number) => nth % 3 !== 0
  await Promise.all(
    visitors.flatMap((own, nth) => {
      const decided = makeDecided({ visitor: own, campaign: 7 })
      const before = makeDecided({ visitor: own, campaign: 7, creative: 2 })
      return [
        ...(isPaid(nth) ? [] : [other.count(viewable(before))]),
        other.count({ kind: 'rendered', decided }),
        node.count({ kind: 'clicked', decided })
      ]
    })
  )
  await Promise.all(
    visitors.flatMap(own => {
      const decided = makeDecided({ visitor: own, campaign: 7 })
      return [node.count({ kind: 'clicked', decided }), node.count(viewable(decided))]
    })
  )
  await verdictsCome()
  context.clock.advance(hourMs)
  expect(visitors.map(own => frequency.seenBy(own)?.(7) ?? false)).toEqual(
    visitors.map((_, nth) => isPaid(nth))
  )
})

test('says when counting is late, until it has caught up', async () => {
  await see(node)
  expect(follower.isCountingLate()).toBe(false)
  await new Promise(resolve => setTimeout(resolve, 60))
  expect(follower.isCountingLate()).toBe(true)
  await verdictsCome()
  expect(follower.isCountingLate()).toBe(false)
})
