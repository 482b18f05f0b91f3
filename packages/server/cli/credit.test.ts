import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { credit } from './credit.ts'

const sound = { user: '1', amount: '1', asset: 'BTC', reason: 'Welcome', key: undefined }
let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
  await context.db
    .insertInto('users')
    .values({ email: 'ada@mille.test', created_at: context.now() })
    .execute()
})
afterAll(() => context.close())

test.each([
  [{ reason: undefined }, '--reason'],
  [{ reason: ' ' }, '--reason'],
  [{ user: '2' }, 'User 2 does not exist'],
  [{ user: 'nobody@mille.test' }, 'User nobody@mille.test does not exist'],
  [{ amount: '1,000' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '-1' }, 'amount'],
  [{ amount: '0.000000001' }, 'amount'],
  [{ asset: 'EUR' }, 'BTC or USD']
])('refuses a credit with %o', async (wrong, words) => {
  const refused = credit(context, { ...sound, ...wrong })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(words)
})

test('credits without a key as often as it is asked', async () => {
  await credit(context, sound)
  expect(await credit(context, { ...sound, user: 'ADA@mille.test' })).toContain(
    '2.00000000 BTC available'
  )
})
