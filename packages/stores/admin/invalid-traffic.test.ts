import { createApi } from '@mille/api/client.ts'
import type { SuspectUnit, TrafficReport } from '@mille/api/invalid-traffic/endpoints.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createInvalidTrafficStores } from './invalid-traffic.ts'

const unit = (id: string, values: Partial<SuspectUnit> = {}): SuspectUnit => ({
  id,
  name: 'Header',
  domain_name: 'blog.example',
  user_id: '7',
  user_name: null,
  viewable: 200,
  billable: 150,
  rejected: 3,
  covered: 0,
  score: 80,
  reasons: [{ code: 'unrendered', points: 80, percent: 100, count: 200, of: 200 }],
  is_maturing: true,
  hold: { since: '2026-11-01T00:00:00.000Z', is_automatic: true },
  reason: null,
  excluded_at: null,
  ...values
})

function setUp(units: SuspectUnit[]) {
  const loaded: TrafficReport['data']['attributes'] = {
    from: '2026-11-01T00:00:00.000Z',
    until: '2026-11-02T00:00:00.000Z',
    viewable: 400,
    reasons: {},
    units,
    visitors: []
  }
  const { transport } = createFakeTransport(() => errorResponse(500, 'internal'))
  return createInvalidTrafficStores(createApi({ transport }), loaded)
}

test('what is decided about earnings is in the row of the unit, and of no other', () => {
  const stores = setUp([unit('1'), unit('2')])
  const row = (id: string) => stores.$report.get().units.find(it => it.id === id)
  stores.markDecided('1', 'hold')
  expect(row('1')?.hold).toMatchObject({ is_automatic: false })
  stores.markDecided('1', 'take_back')
  expect(row('1')).toMatchObject({ is_maturing: false, hold: { is_automatic: false } })
  stores.markDecided('1', 'release')
  expect(row('1')?.hold).toBeNull()
  expect(row('2')).toEqual(unit('2'))
})

test('an exclusion that failed leaves the row as it was, and says so', async () => {
  const stores = setUp([unit('1')])
  expect(await stores.setUnitExcluded('1', true)).toBe(false)
  expect(stores.$problem.get()).not.toBeNull()
  expect(stores.$report.get().units).toEqual([unit('1')])
  expect(stores.$pending.get().size).toBe(0)
})
