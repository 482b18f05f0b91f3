import { createApi } from '@mille/api/client.ts'
import type { OfferDocument, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createNewOrderStores } from './new-order.ts'
import { createOrderStores } from './order.ts'

const offer = { data: { id: '5', attributes: { price_us_cents: 4200 } } } as OfferDocument
const order = (state: string) => ({ data: { id: '8', attributes: { state } } }) as OrderDocument

function newOrder(answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const stores = createNewOrderStores(createApi({ transport }), offer)
  stores.change({ target_url: 'shop.example/bread', brief: 'Please write about bread.' })
  return { stores, calls }
}

test('an order carries the price that was seen and what was attached', async () => {
  const { stores, calls } = newOrder(({ path }) =>
    jsonResponse({ data: { id: path.endsWith('attachments') ? '3' : '8' } }, 201)
  )
  await stores.attach([new File(['Bread'], 'bread.txt')])
  expect(await stores.place()).toBe('8')
  expect(attributesOf(calls[1])).toEqual({
    offer_id: '5',
    currency: 'btc',
    target_url: 'https://shop.example/bread',
    brief: 'Please write about bread.',
    attachment_ids: ['3'],
    price_us_cents: 4200
  })
})

test('an order whose answer was lost is repeated as the same one', async () => {
  let isDown = true
  const { stores, calls } = newOrder(() => {
    if (isDown) throw new TypeError('no network')
    return jsonResponse({ data: { id: '8' } }, 201)
  })
  expect(await stores.place()).toBeNull()
  expect(stores.$problems.get().general).toMatchObject([{ code: 'unreachable' }])
  isDown = false
  expect(await stores.place()).toBe('8')
  const [first, second] = calls.map(call => call.headers.get('Idempotency-Key'))
  expect(first).toBe(second)
})

test('a file that is too large is reported before it is sent', async () => {
  const { stores, calls } = newOrder(() => jsonResponse({}, 201))
  await stores.attach([new File([new Uint8Array(900_001)], 'big.pdf')])
  expect(stores.$files.get()).toMatchObject([
    { state: 'failed', problem: { code: 'attachment_too_large' } }
  ])
  expect(calls).toEqual([])
})

function openOrder(answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const messages = { data: [], meta: { pagination: { records: 0 } } }
  const loaded = { order: order('placed'), messages }
  return { stores: createOrderStores(createApi({ transport }), loaded), calls }
}

test('moving an order shows what became of it, one move at a time', async () => {
  const { stores, calls } = openOrder(() => jsonResponse(order('accepted')))
  const [first, second] = await Promise.all([stores.move('accepted'), stores.move('declined')])
  expect([first, second]).toEqual([true, false])
  expect(stores.$order.get().data.attributes.state).toBe('accepted')
  expect(calls).toHaveLength(1)
})

test('a refused move leaves the order and says why', async () => {
  const { stores } = openOrder(() => errorResponse(422, 'state_not_allowed', 'Not now.'))
  expect(await stores.move('confirmed')).toBe(false)
  expect(stores.$order.get().data.attributes.state).toBe('placed')
  expect(stores.$problems.get().general).toEqual([
    { code: 'state_not_allowed', detail: 'Not now.' }
  ])
})

test('a message that is sent is shown at the top', async () => {
  const message = { type: 'publication_order_messages', id: '1', attributes: { body: 'Hello' } }
  const { stores } = openOrder(() => jsonResponse({ data: message }, 201))
  expect(await stores.write('Hello')).toBe(true)
  expect(stores.messages.$items.get().map(it => it.attributes.body)).toEqual(['Hello'])
})

test('a message without words is asked for, not sent', async () => {
  const { stores, calls } = openOrder(() => jsonResponse({}, 201))
  expect(await stores.write('  ')).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ body: 'must not be empty' })
  expect(calls).toEqual([])
})
