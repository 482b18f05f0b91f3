import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleCampaignDocument } from '../shared/sample-documents.ts'
import { createCampaignDepositStores, suggestDeposit, withAmount } from './campaign-deposit.ts'

test.each([
  // A week, rounded up to two digits.
  [200_000n, null, 5_000n, 1_400_000n],
  [123_456n, null, 0n, 870_000n],
  // A total budget below a week's cost is all that the campaign can spend.
  [200_000n, 500_000n, 5_000n, 500_000n],
  [200_000n, 9_000_000n, 5_000n, 1_400_000n],
  // A deposit below the minimum would not be credited.
  [100n, null, 5_000n, 5_000n],
  [100n, null, 5_001n, 5_100n],
  [1n, null, 0n, 7n]
])(
  'for %d a day and %d in total, above %d, suggests %d',
  (dailyBudget, totalBudget, minimum, is) => {
    expect(suggestDeposit({ dailyBudget, totalBudget }, minimum)).toBe(is)
  }
)

test('a payment link has the amount in whole bitcoins, and other links stay as they are', () => {
  expect(withAmount('bitcoin:bc1q', 1_400_000n)).toBe('bitcoin:bc1q?amount=0.01400000')
  expect(withAmount('bitcoin:bc1q?label=x', 1n)).toBe('bitcoin:bc1q?label=x&amount=0.00000001')
  expect(withAmount('bitcoin:bc1q', 0n)).toBe('bitcoin:bc1q')
  expect(withAmount('ethereum:0x1@1', 5n)).toBe('ethereum:0x1@1')
})

const address = {
  type: 'deposit_addresses',
  id: '1',
  attributes: { token_code: 'BTC', address: 'bc1q', uri: 'bitcoin:bc1q', deposits: [] }
}
const document = (data: object[]) => ({
  data,
  meta: {
    currencies: { btc: [{ token_code: 'BTC', token_type: 'native' }] },
    required_confirmations: { BTC: 2 },
    minimum_deposits: { BTC: '5000' }
  }
})
const subject = { campaignId: '3', userId: '7', asset: 'BTC', isDrawing: false } as const

test('opening lets the campaign draw on the account, then creates the account’s address', async () => {
  const { transport, calls } = createFakeTransport(({ method }) => {
    if (method === 'PATCH') return jsonResponse(sampleCampaignDocument('3', { auto_fund: true }))
    return method === 'POST' ? jsonResponse({ data: address }, 201) : jsonResponse(document([]))
  })
  const stores = createCampaignDepositStores(createApi({ transport }), subject)
  await stores.initialize()
  expect([stores.$tokenCode.get(), stores.$minimum.get()]).toEqual(['BTC', 5_000n])
  await stores.open()
  expect(calls.map(it => it.method)).toEqual(['GET', 'PATCH', 'POST'])
  expect(calls[1]?.path).toContain('/campaigns/3')
  expect(attributesOf(calls[1])).toEqual({ auto_fund: true })
  expect(attributesOf(calls[2])).toMatchObject({
    depositable_id: '7',
    depositable_type: 'user',
    token_code: 'BTC'
  })
  expect(stores.$address.get()?.id).toBe('1')
  await stores.open()
  expect(calls).toHaveLength(3)
})

test('an address is not shown for a campaign that could not be set to draw', async () => {
  let isDown = true
  const { transport, calls } = createFakeTransport(({ method }) => {
    if (method === 'GET') return jsonResponse(document([]))
    if (isDown) return errorResponse(503, 'unavailable')
    return method === 'PATCH'
      ? jsonResponse(sampleCampaignDocument('3', { auto_fund: true }))
      : jsonResponse({ data: address }, 201)
  })
  const stores = createCampaignDepositStores(createApi({ transport }), subject)
  await stores.initialize()
  await stores.open()
  expect(stores.$problem.get()).toMatchObject({ code: 'unavailable' })
  expect([stores.$isDrawing.get(), stores.$address.get()]).toEqual([false, null])
  expect(calls.map(it => it.method)).not.toContain('POST')
  isDown = false
  await stores.open()
  expect(stores.$problem.get()).toBeNull()
  expect(stores.$address.get()?.id).toBe('1')
})

test('a network without deposits in the campaign’s asset has no token', async () => {
  const { transport } = createFakeTransport(() => jsonResponse(document([])))
  const stores = createCampaignDepositStores(createApi({ transport }), { ...subject, asset: 'USD' })
  await stores.initialize()
  expect([stores.$isReady.get(), stores.$tokenCode.get()]).toEqual([true, null])
})
