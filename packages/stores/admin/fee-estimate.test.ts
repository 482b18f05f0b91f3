import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { sampleSetting } from '../samples/sample-operator.ts'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createFeeEstimateStores, estimateFee } from './fee-estimate.ts'

const basis = {
  from: '2026-10-30',
  to: '2026-11-28',
  charged: [
    {
      asset: 'BTC' as const,
      standard: '1000',
      standard_halved: '100',
      premium: '200',
      premium_halved: '40'
    },
    {
      asset: 'USD' as const,
      standard: '0',
      standard_halved: '0',
      premium: '0',
      premium_halved: '0'
    }
  ]
}
const settings = [
  sampleSetting('fee_basis_points', '2000'),
  sampleSetting('premium_fee_basis_points', '1000')
]
const estimate = (id: string, text: string) => estimateFee(basis, settings, { id, text })

test('compares a typed fee with the fees of now, in the currencies that were charged', () => {
  // 20 % of 1,000, 10 % of 100, 10 % of 200 and 5 % of 40 are 232.
  expect(estimate('fee_basis_points', '30')).toEqual({
    to: '2026-11-28',
    amounts: [{ asset: 'BTC', charged: 1340n, before: 232n, after: 337n }]
  })
  expect(estimate('premium_fee_basis_points', '0')?.amounts[0]).toMatchObject({
    before: 232n,
    after: 210n
  })
})

test('Premium accounts never pay more than the others', () => {
  expect(estimate('fee_basis_points', '5')?.amounts[0]?.after).toBe(63n)
  expect(estimate('premium_fee_basis_points', '50')?.amounts[0]?.after).toBe(254n)
})

test('estimates nothing for the fee of now, or for a text that is not a fee', () => {
  for (const text of ['20', '20.00', '', 'much', '12.345'])
    expect(estimate('fee_basis_points', text)).toBeNull()
})

test('reads once what was charged, and again after a failure', async () => {
  const answers = [errorResponse(503, 'unavailable'), jsonResponse({ data: { attributes: basis } })]
  const { transport, calls } = createFakeTransport(
    () => answers.shift() ?? errorResponse(500, 'internal')
  )
  const stores = createFeeEstimateStores(createApi({ transport }))
  await stores.load()
  expect(stores.$basis.get()).toBeNull()
  await Promise.all([stores.load(), stores.load()])
  expect(stores.$basis.get()).toEqual(basis)
  expect(calls).toHaveLength(2)
})
