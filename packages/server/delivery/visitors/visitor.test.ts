import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventLog } from '../event-log/event-log.ts'
import { keepUp } from '../upkeep.ts'
import { blockBytes, createVisitors, providerOf } from './visitor.ts'

/** Nothing awaits counting, so no old keys are needed. */
const neededSince = async () => null

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const keys = async () => {
  const rows = await context.db
    .selectFrom('visitor_keys')
    .select('day')
    .orderBy('day')
    .limit(10)
    .execute()
  return rows.map(row => row.day)
}

test('two processes agree on a visitor', async () => {
  const [one, other] = [
    createVisitors(context, { neededSince }),
    createVisitors(context, { neededSince })
  ]
  await Promise.all([one.refresh(), other.refresh()])
  const hash = one.hash('2026-03-02', '192.0.2.1', 'Browser')
  expect(hash).toHaveLength(8)
  expect(other.hash('2026-03-02', '192.0.2.1', 'Browser')).toEqual(hash)
})

test('a visitor is an address and a user agent, for a day', async () => {
  const visitors = createVisitors(context, { neededSince })
  await visitors.refresh()
  const hash = (address: string, userAgent = 'Browser', day = '2026-03-02') =>
    visitors.hash(day, address, userAgent)?.toString('hex')
  expect(hash('192.0.2.200')).not.toBe(hash('192.0.2.1'))
  expect(hash('::ffff:192.0.2.1')).toBe(hash('192.0.2.1'))
  expect(hash('192.0.2.1', 'Other')).not.toBe(hash('192.0.2.1'))
  expect(hash('192.0.2.1', 'Browser', '2026-03-03')).not.toBe(hash('192.0.2.1'))
  expect(hash('2001:db8:1:2::3')).toBe(hash('2001:db8:1:2:ffff::1'))
  expect(hash('2001:db8:1:3::3')).not.toBe(hash('2001:db8:1:2::3'))
})

test('the last two bytes of a name are the browser, on that day, whatever address it has', async () => {
  const visitors = createVisitors(context, { neededSince })
  await visitors.refresh()
  const browser = (address: string, userAgent = 'Browser', day = '2026-03-02') =>
    visitors.hash(day, address, userAgent)?.toString('hex', 6)
  expect(browser('198.51.100.1')).toBe(browser('192.0.2.1'))
  expect(browser('192.0.2.1', 'Other')).not.toBe(browser('192.0.2.1'))
  expect(browser('192.0.2.1', 'Browser', '2026-03-03')).not.toBe(browser('192.0.2.1'))
  const long = 'long '.repeat(200)
  expect(browser('198.51.100.1', long)).toBe(browser('192.0.2.1', long))
})

test('neighbors have one neighborhood, and names of their own', async () => {
  const visitors = createVisitors(context, { neededSince })
  await visitors.refresh()
  const day = '2026-03-02'
  const [ann, ben] = ['192.0.2.1', '192.0.2.200'].map(it => visitors.namesOf(it, 'Browser'))
  expect(ann?.on(day)).not.toEqual(ben?.on(day))
  const [annFrom, benFrom] = [ann?.blockOn(day), ben?.blockOn(day)]
  expect(annFrom?.subarray(0, blockBytes)).toEqual(benFrom?.subarray(0, blockBytes))
  expect(annFrom?.subarray(blockBytes)).not.toEqual(benFrom?.subarray(blockBytes))
  const [first, second] = ['2001:db8:1:2::1', '2001:db8:1:3::1'].map(it =>
    visitors.namesOf(it, 'Browser').blockOn(day)
  )
  expect(first).toEqual(second)
  const provider = (address: string) =>
    providerOf(visitors.namesOf(address, 'Browser').blockOn(day) ?? Buffer.alloc(8))
  expect(provider('2001:db8:9::1')).toBe(provider('2001:db8:1:2::1'))
  expect(provider('2001:db9:1:2::1')).not.toBe(provider('2001:db8:1:2::1'))
  for (let nth = 0; nth < 20; nth++) expect(provider(`192.0.2.${nth}`)).toBeNull()
})

test('has the names of today and yesterday, and around midnight keeps both', async () => {
  const visitors = createVisitors(context, { neededSince })
  await visitors.refresh()
  const namesAt = (moment: string) =>
    visitors
      .namesOf('192.0.2.1', 'Browser')
      .at(new Date(moment))
      .map(it => `${it.day}${it.isKept ? ' kept' : ''}`)
  expect(namesAt('2026-03-02T12:00:00Z')).toEqual(['2026-03-01', '2026-03-02 kept'])
  expect(namesAt('2026-03-02T23:59:55Z')).toEqual([
    '2026-03-01',
    '2026-03-02 kept',
    '2026-03-03 kept'
  ])
  expect(namesAt('2026-03-02T00:00:05Z')).toEqual(['2026-03-01 kept', '2026-03-02 kept'])
})

test('a key is made a day ahead and destroyed when its day is over by a day', async () => {
  const visitors = createVisitors(context, { neededSince })
  await visitors.refresh()
  expect(await keys()).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  const before = visitors.hash('2026-03-03', '192.0.2.1', 'Browser')
  context.clock.advance(86_400_000)
  await visitors.refresh()
  expect(await keys()).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
  expect(visitors.hash('2026-03-03', '192.0.2.1', 'Browser')).toEqual(before)
  expect(visitors.hash('2026-03-01', '192.0.2.1', 'Browser')).toBeNull()
})

test('the keys of what is not counted yet live on', async () => {
  context.clock.set('2026-03-02T10:00:00Z')
  const visitors = createVisitors(context, {
    neededSince: async () => new Date('2026-03-02T09:00:00Z')
  })
  await visitors.refresh()
  context.clock.advance(5 * 86_400_000)
  await visitors.refresh()
  expect(await keys()).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08'
  ])
})

test('the keys of sign-ups are destroyed once their day is over, also while the event log is away', async () => {
  const { db, clock } = context
  clock.set('2026-03-05T00:01:00Z')
  const key = Buffer.alloc(32)
  await db
    .insertInto('sign_up_keys')
    .values(['2026-03-04', '2026-03-05'].map(day => ({ day, key })))
    .execute()
  const visitors = { refresh: async () => false }
  const inside = { write: async () => {} }
  await keepUp(context, { visitors, events: {} as EventLog, inside })
  const kept = await db.selectFrom('sign_up_keys').select('day').limit(10).execute()
  expect(kept).toEqual([{ day: '2026-03-05' }])
})
