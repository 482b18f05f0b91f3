import type { Person } from '@mille/api/admin/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { momentOfField } from '../shared/moment-text.ts'
import { createPersonStores } from './people.ts'

const person: Person = {
  type: 'people',
  id: '7',
  attributes: {
    email: 'ada@example.com',
    username: null,
    roles: [],
    premium_contact: null,
    suspension: null,
    operator_asked_by: null,
    operator_asked_by_name: null,
    operator_asked_roles: [],
    created_at: '2026-03-02T10:00:00.000Z',
    last_seen_at: null,
    sessions_count: 2,
    campaigns_count: 0,
    ad_units_count: 0,
    money: []
  }
}
const adjustment = { asset: 'BTC' as const, amount: '500', reason: 'Goodwill' }

test('an adjustment that may have arrived goes again under its key, a changed one under another', async () => {
  let isAway = true
  const { transport, calls } = createFakeTransport(call => {
    if (call.method === 'GET') return jsonResponse({ data: person })
    return isAway
      ? errorResponse(503, 'unavailable')
      : jsonResponse({ data: { attributes: { state: 'done' } } }, 201)
  })
  const stores = createPersonStores(createApi({ transport }), person)
  expect(await stores.adjust(adjustment)).toBe(false)
  isAway = false
  expect(await stores.adjust(adjustment)).toBe('done')
  expect(await stores.adjust(adjustment)).toBe('done')
  const keys = calls
    .filter(call => call.method === 'POST')
    .map(call => call.headers.get('idempotency-key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('what is wrong with an adjustment belongs to its field', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'insufficient_funds', 'There is not enough', '/data/attributes/amount')
  )
  const stores = createPersonStores(createApi({ transport }), person)
  await stores.adjust(adjustment)
  expect(stores.$problems.get().fields).toEqual({ amount: 'There is not enough' })
})

test('a suspension shows until it is lifted, and a refused one says why', async () => {
  const suspension = {
    kind: 'money',
    until: null,
    reason: 'Fraud',
    started_at: person.attributes.created_at,
    started_by_name: null
  }
  let isRefused = false
  const sent: string[] = []
  const { transport } = createFakeTransport(call => {
    if (call.method === 'POST') sent.push(String(call.body))
    if (isRefused) return errorResponse(422, 'state_not_allowed', 'Not possible')
    const own = { ...person.attributes, suspension: call.method === 'POST' ? suspension : null }
    return jsonResponse(
      { data: { ...person, attributes: own } },
      call.method === 'POST' ? 201 : 200
    )
  })
  const stores = createPersonStores(createApi({ transport }), person)
  const stop = { kind: 'money', reason: 'Fraud', ends: '2026-03-01T10:00' } as const
  expect(await stores.suspend(stop)).toBe(null)
  const until = momentOfField('2026-03-01T10:00')
  expect(sent.map(body => JSON.parse(body))).toMatchObject([
    { data: { attributes: { kind: 'money', reason: 'Fraud', until } } }
  ])
  expect(stores.$person.get().attributes.suspension).toEqual(suspension)
  expect(await stores.liftSuspension()).toBe(true)
  expect(stores.$person.get().attributes.suspension).toBe(null)
  isRefused = true
  expect(await stores.liftSuspension()).toBe(false)
  expect(stores.$problem.get()?.code).toBe('state_not_allowed')
  expect(await stores.suspend(stop)).toMatchObject({ general: [{ code: 'state_not_allowed' }] })
})

test('a role that was given shows, one that was refused says why', async () => {
  let isRefused = false
  const { transport } = createFakeTransport(() =>
    isRefused
      ? errorResponse(422, 'own_role', 'Not your own')
      : jsonResponse({
          data: { ...person, attributes: { ...person.attributes, roles: ['admin'] } }
        })
  )
  const stores = createPersonStores(createApi({ transport }), person)
  expect(await stores.setAdmin(true)).toBe('changed')
  expect(stores.$person.get().attributes.roles).toEqual(['admin'])
  isRefused = true
  expect(await stores.setAdmin(false)).toBe(false)
  expect(stores.$problem.get()?.code).toBe('own_role')
})

test('a role that another operator has to confirm waits, and can be withdrawn', async () => {
  let askedBy: string | null = '3'
  const { transport } = createFakeTransport(() =>
    jsonResponse({
      data: { ...person, attributes: { ...person.attributes, operator_asked_by: askedBy } }
    })
  )
  const stores = createPersonStores(createApi({ transport }), person)
  expect(await stores.setAdmin(true)).toBe('waits')
  expect(stores.$person.get().attributes.operator_asked_by).toBe('3')
  askedBy = null
  expect(await stores.setAdmin(false)).toBe('withdrawn')
})
