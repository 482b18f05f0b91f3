import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createCodeCheckStores } from './code-check.ts'

const found = {
  page_url: 'https://blog.example/',
  state: 'found',
  form: 'script',
  findings: [],
  other_unit_ids: [],
  problem: null
}
const answer = () =>
  jsonResponse({ data: { type: 'code_checks', id: '1', attributes: found } }, 201)

test('looks at the unit’s page, and at another one whose address is only half written', async () => {
  const { transport, calls } = createFakeTransport(answer)
  const unit = sampleAdUnit('1')
  const stores = createCodeCheckStores(createApi({ transport }), unit)
  await stores.check()
  expect(stores.$check.get()).toEqual({ status: 'success', found })
  expect(attributesOf(calls[0])).toEqual({ page_url: unit.attributes.page_url })
  stores.changePage('blog.example/notes')
  expect(stores.$check.get()).toEqual({ status: 'idle' })
  await stores.check()
  expect(attributesOf(calls[1])).toEqual({ page_url: 'https://blog.example/notes' })
})

test('a press while a check is running does not start a second one', async () => {
  const { transport, calls } = createFakeTransport(answer)
  const stores = createCodeCheckStores(createApi({ transport }), sampleAdUnit('1'))
  await Promise.all([stores.check(), stores.check()])
  expect(calls).toHaveLength(1)
})

test('says why it could not look, and can look again', async () => {
  let isLimited = true
  const { transport } = createFakeTransport(() =>
    isLimited ? errorResponse(429, 'too_many_requests', 'Later.') : answer()
  )
  const stores = createCodeCheckStores(createApi({ transport }), sampleAdUnit('1'))
  await stores.check()
  expect(stores.$check.get()).toMatchObject({ status: 'error', problem: { detail: 'Later.' } })
  isLimited = false
  await stores.check()
  expect(stores.$check.get().status).toBe('success')
})
