import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createLedgerCheckStores, type ShownLedgerCheck } from './ledger-check.ts'

const none: ShownLedgerCheck = {
  state: 'none',
  is_full: false,
  ...{ requested_at: null, ended_at: null, since: null, seconds: 0 },
  ...{ part: null, parts: null, part_name: null, text: null, note: null }
}

test('shows a check that is running, through a lost network, until it has ended', async () => {
  let answer: () => Response = () => errorResponse(503, 'unavailable')
  const { transport, calls } = createFakeTransport(() => answer())
  const stores = createLedgerCheckStores(createApi({ transport }), none)
  const answerWith = (attributes: Partial<ShownLedgerCheck>) => () =>
    jsonResponse({
      data: { type: 'ledger_checks', id: '1', attributes: { ...none, ...attributes } }
    })

  answer = answerWith({ state: 'waiting', is_full: true })
  await stores.start(true)
  expect(attributesOf(calls.at(-1))).toEqual({ is_full: true })
  expect(stores.$isGoing.get()).toBe(true)
  await stores.start(false)
  expect(calls).toHaveLength(1)

  answer = answerWith({ state: 'running', part: 3, parts: 18 })
  await stores.refresh()
  answer = () => errorResponse(503, 'unavailable')
  await stores.refresh()
  expect(stores.$problem.get()).not.toBe(null)
  expect(stores.$check.get()).toMatchObject({ state: 'running', part: 3 })

  answer = answerWith({ state: 'inconsistent', text: 'A seal is broken' })
  await stores.refresh()
  expect(stores.$problem.get()).toBe(null)
  expect(stores.$isGoing.get()).toBe(false)
})
