import { addUnit, addVerifiedSite, addViews } from '@mille/testing/supply.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { expect, test } from 'vitest'
import { rateTraffic } from './rating.ts'

test('a new unit has what every unit starts with', () => {
  const ground = { rendered: 999n, viewable: 999n, rejected: 0n, days: 7 }
  expect(rateTraffic(ground)).toEqual({ rating: 0.25, is_new: true, rendered: 999, parts: null })
})

test.each([
  ['all seen', [1000, 0, 7], 1],
  ['nothing seen', [0, 0, 0], 0],
  ['half seen, half rejected', [500, 500, 7], 0.6],
  ['half seen, in one go', [500, 0, 0], 0.6]
] as const)('a unit with %s is rated by its parts', (_, [viewable, rejected, days], rating) => {
  const ground = { rendered: 1000n, viewable: BigInt(viewable), rejected: BigInt(rejected), days }
  expect(rateTraffic(ground)).toMatchObject({ rating, is_new: false })
})

test('anybody may read the rating of a unit that there is', async () => {
  const app = await createTestApp()
  const { userId } = await app.signIn()
  const siteId = await addVerifiedSite(app.context, {
    userId,
    domainName: 'rated.example',
    categoryIds: [10]
  })
  const id = await addUnit(app.context, { userId, siteId })
  await addViews(app.context, id, 5, app.context.now().toISOString())
  const { api } = app.open()
  const answer = await api.statistics.readTrafficRating({ id })
  expect(answer).toMatchObject({ ok: true })
  expect(answer.ok && answer.value.data.attributes).toMatchObject({ rating: 0.25, is_new: true })
  expect(await api.statistics.readTrafficRating({ id: '2000000001' })).toMatchObject({
    status: 404
  })
  await app.close()
})
