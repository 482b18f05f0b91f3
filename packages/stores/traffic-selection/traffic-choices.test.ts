import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createTrafficChoicesStores } from './traffic-choices.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('has every category and every pack', async () => {
  const { $choices, load } = createTrafficChoicesStores(app.open().api)
  const loading = load()
  expect($choices.get()).toEqual({ status: 'loading' })
  await loading
  const choices = $choices.get()
  if (choices.status !== 'loaded') throw new Error(choices.status)
  expect(choices.categories.map(it => it.attributes.name)).toContain('bitcoin')
  expect(choices.packs).toEqual([])
})

test('says what went wrong and can be asked again', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const { $choices, load } = createTrafficChoicesStores(createApi({ transport }))
  await load()
  expect($choices.get()).toMatchObject({ status: 'error', problem: { code: 'unavailable' } })
})
