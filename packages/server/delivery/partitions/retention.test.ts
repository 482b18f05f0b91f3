import { createTestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublicLog, readBillEntries, sealCharges } from '../../public-log/index.ts'
import { promisedDays } from './retention.ts'

let context: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  context = await createTestContext({ eventRetentionDays: 30 })
})
afterAll(() => context.close())

const entries = async () =>
  (await readBillEntries(context.db, 100, [])).map(it => JSON.parse(it.bytes.toString('utf8', 1)))

test('says in the log how long events are kept, and keeps what was promised when that is shortened', async () => {
  await openPublicLog(context)
  await sealCharges(context)
  expect(await entries()).toMatchObject([{ kind: 'genesis', retentionDays: 30 }])
  expect(await promisedDays(context)).toBe(30)

  const began = context.now().getTime()
  const shorter = { ...context, config: { ...context.config, eventRetentionDays: 5 } }
  await Promise.all([openPublicLog(shorter), openPublicLog(shorter)])
  await sealCharges(shorter)
  expect(await entries()).toMatchObject([{ kind: 'genesis' }, { kind: 'retention', days: 5 }])
  const daysAfter = (days: number) => {
    context.clock.set(new Date(began + days * 86_400_000).toISOString())
    return promisedDays(shorter)
  }
  expect([await daysAfter(1), await daysAfter(30.9), await daysAfter(31)]).toEqual([30, 30, 5])
})
