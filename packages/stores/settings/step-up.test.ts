import { createApi } from '@mille/api/client.ts'
import { expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createStepUpStores } from './step-up.ts'

type Method = 'mail' | 'account_code'

function create(method: Method, isRight: (body: string) => boolean) {
  let isProved = false
  const { transport, calls } = createFakeTransport(call => {
    if (call.path.endsWith('/account_code')) {
      return isProved
        ? jsonResponse({ data: null, meta: { access_code: 'NEW' } }, 201)
        : errorResponse(422, 'step_up_required')
    }
    if (call.path.endsWith('/step_up_codes')) return new Response(null, { status: 204 })
    if (call.method === 'POST' && !isRight(String(call.body)))
      return errorResponse(422, 'access_code_wrong', 'Wrong')
    if (call.method === 'POST') isProved = true
    const attributes = { methods: [method], valid_until: null }
    return jsonResponse({ data: { type: 'step_ups', id: '1', attributes } })
  })
  const api = createApi({ transport })
  const stores = createStepUpStores(api, { get: async () => null })
  const paths = () => calls.map(call => `${call.method} ${call.path.replace('/api/v1/user/', '')}`)
  return { api, stores, paths }
}

test('a call that needs the proof asks for it and is made once more', async () => {
  const { api, stores, paths } = create('mail', body => body.includes('RIGHT'))
  const called = stores.guard(() => api.security.rotateAccountCode())
  await vi.waitFor(() => expect(stores.$question.get()).toEqual({ methods: ['mail'] }))
  await stores.proveByCode('FALSE')
  expect(stores.$problem.get()).toEqual({ code: 'access_code_wrong', detail: 'Wrong' })
  expect(stores.$question.get()).not.toBeNull()
  await stores.proveByCode('RIGHT')
  expect(await called).toMatchObject({ ok: true, value: { meta: { access_code: 'NEW' } } })
  expect(stores.$question.get()).toBeNull()
  expect(paths()).toEqual([
    'POST account_code',
    'GET step_up',
    'POST step_up_codes',
    'POST step_up',
    'POST step_up',
    'POST account_code'
  ])
})

test('who would rather not gets the refusal, and no mail goes where there is no address', async () => {
  const { api, stores, paths } = create('account_code', () => true)
  const called = stores.guard(() => api.security.rotateAccountCode())
  await vi.waitFor(() => expect(stores.$question.get()).not.toBeNull())
  stores.cancel()
  expect(await called).toMatchObject({ ok: false, code: 'step_up_required' })
  expect(paths()).toEqual(['POST account_code', 'GET step_up'])
})
