import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, jsonResponse } from '../shared/fake-transport.ts'
import { createOperatorSettingsStores } from './settings.ts'

function setting(id: string, value: string, least: string, most: string) {
  const attributes = {
    value,
    default_value: value,
    least,
    most,
    may_be_none: id === 'trust_after_approvals',
    next: null,
    changed_at: null,
    changed_by: null
  }
  return { type: 'settings' as const, id, attributes }
}

const fee = setting('fee_basis_points', '2000', '0', '5000')
const hours = setting('review_hours', '24', '1', '2160')
const trust = setting('trust_after_approvals', 'none', '0', '1000')
const limit = setting('withdrawal_daily_btc', '100000000', '0', '10000000000000000')

function open() {
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: fee }))
  const loaded = { settings: [fee, hours, trust, limit], entries: [] }
  return { stores: createOperatorSettingsStores(createApi({ transport }), loaded), calls }
}

test.each([
  ['fee_basis_points', '900'],
  ['fee_basis_points', '50.01'],
  ['fee_basis_points', 'a fifth'],
  ['review_hours', '0'],
  ['review_hours', '1.5'],
  ['review_hours', ''],
  ['trust_after_approvals', 'none'],
  ['trust_after_approvals', '1001'],
  ['withdrawal_daily_btc', '-1'],
  ['withdrawal_daily_btc', '100000001']
])('%s of “%s” is out of bounds, which is said before anything is sent', async (id, text) => {
  const { stores, calls } = open()
  expect(await stores.save(id, text)).toBe(false)
  expect(stores.$problems.get()[id]?.code).toBe('invalid')
  expect(calls).toEqual([])
})

test.each([
  ['fee_basis_points', '50', '5000'],
  ['fee_basis_points', ' 0.5 ', '50'],
  ['review_hours', '1', '1'],
  ['trust_after_approvals', '0', '0'],
  ['trust_after_approvals', ' ', 'none'],
  ['withdrawal_daily_btc', '0.5', '50000000']
])('%s of “%s” is sent as %s, and removes the problem', async (id, text, value) => {
  const { stores, calls } = open()
  await stores.save(id, 'wrong')
  expect(await stores.save(id, text)).toBe(true)
  expect(stores.$problems.get()).toEqual({})
  expect(calls).toHaveLength(1)
  expect(JSON.stringify(calls[0]?.body)).toContain(value)
})
