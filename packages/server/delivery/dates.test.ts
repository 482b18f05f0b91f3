import type { Decision } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, chrome, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit, setTerms } from './testing/network.ts'

const startsAt = new Date('2026-03-02T10:00:00.000Z')
const endsAt = new Date('2026-03-02T11:30:00.500Z')

let context: TestContext
let delivery: TestDelivery
let unit: number
let visitors = 0

beforeAll(async () => {
  context = await createTestContext()
  context.clock.set('2026-03-02T09:00:00.000Z')
  unit = (await addUnit(context.db)).id
  await addCampaign(context.db, { startsAt, endsAt })
  delivery = await startDelivery(context)
})
afterAll(() => delivery.close())

const newVisitor = () => `198.51.${visitors++}.1`

async function decide(at: Date, address = newVisitor()): Promise<Decision> {
  context.clock.set(at.toISOString())
  const path = `/serve/units/${unit}?width=1000&height=250&screen=800`
  const answer = await askFrom(delivery, address, path, { headers: { 'user-agent': chrome } })
  return answer.json() as Promise<Decision>
}

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

test('shows a campaign from its start up to its end, to the millisecond', async () => {
  const shown: boolean[] = []
  for (const at of [
    later(startsAt, -1),
    startsAt,
    later(endsAt, -1),
    endsAt,
    later(endsAt, 3_600_000)
  ])
    shown.push((await decide(at)).filled)
  expect(shown).toEqual([false, true, true, false, false])
})

test('pays a view that was decided before the end and reported after it', async () => {
  const address = newVisitor()
  const decision = await decide(later(endsAt, -1), address)
  if (!decision.filled) throw new Error(decision.reason)
  context.clock.set(later(endsAt, 60_000).toISOString())
  const before = (await sums()).billable ?? 0n
  const body = JSON.stringify({ token: decision.token, kind: 'viewable' })
  const headers = { 'user-agent': chrome }
  await askFrom(delivery, address, '/serve/view', { method: 'POST', body, headers })
  expect((await sums()).billable).toBe(before + 1n)
})

test('shows a campaign in its hours, to the millisecond, and in new ones at once', async () => {
  const { id } = await addCampaign(context.db, {
    schedule: { hours: onlyMonday(15), timeZone: 'Europe/Berlin' }
  })
  const hour = new Date('2026-03-02T14:00:00.000Z')
  const filledAt = async (ms: number) => (await decide(later(hour, ms))).filled
  await expect.poll(() => filledAt(0)).toBe(true)
  expect(await filledAt(-1)).toBe(false)
  expect(await filledAt(0)).toBe(true)
  expect(await filledAt(3_599_999)).toBe(true)
  expect(await filledAt(3_600_000)).toBe(false)
  await setTerms(context.db, id, { schedule: { hours: onlyMonday(16), timeZone: 'Europe/Berlin' } })
  await expect.poll(() => filledAt(3_600_000)).toBe(true)
  expect(await filledAt(3_599_999)).toBe(false)
})

function onlyMonday(hour: number): string {
  return '1'.padStart(hour + 1, '0').padEnd(168, '0')
}

async function sums() {
  await delivery.flush()
  await countAll(context)
  return readSums(context.db)
}
