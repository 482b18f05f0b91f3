import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { writePack } from './traffic-pack.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const packs = () =>
  context.db
    .selectFrom('traffic_pack_targets')
    .innerJoin('traffic_packs', 'traffic_packs.id', 'traffic_pack_id')
    .select(['name', 'type', 'target_id', 'allowed'])
    .orderBy('target_id')
    .execute()

test('makes a pack, and gives the pack of that name other targets', async () => {
  expect(await writePack(context, 'Calm', 'category:10, not-category:101')).toContain(
    '“Calm”, with 2 targets'
  )
  expect(await packs()).toEqual([
    { name: 'Calm', type: 'category', target_id: 10, allowed: true },
    { name: 'Calm', type: 'category', target_id: 101, allowed: false }
  ])
  expect(await writePack(context, 'Calm', 'category:96')).toContain('Changed traffic pack')
  expect(await packs()).toHaveLength(1)
})

test.each(['', 'site', 'pack:4', 'site:4', 'category:10,category:10', 'site:0', 'site:-4'])(
  'refuses the targets %j in a sentence and writes nothing',
  async targets => {
    const before = await packs()
    await expect(writePack(context, 'Other', targets)).rejects.toThrow(StartError)
    expect(await packs()).toEqual(before)
  }
)

test('refuses a name that cannot be shown', async () => {
  await expect(writePack(context, ' ', 'category:10')).rejects.toThrow(StartError)
  await expect(writePack(context, 'x'.repeat(101), 'category:10')).rejects.toThrow(StartError)
})
