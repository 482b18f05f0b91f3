import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import { expect, test } from 'vitest'
import { chosenPrice, isPayable, orderPrices } from './order-price.ts'

const offer = (BTC: string | null, USD: string) =>
  ({ meta: { price: { BTC, USD } } }) as unknown as OfferDocument
const balances = (BTC: string, USD: string) =>
  [
    { attributes: { currency: 'BTC', available: BTC } },
    { attributes: { currency: 'USD', available: USD } }
  ] as unknown as AccountBalance[]

test('says what is missing, and offers only what can be paid', () => {
  const prices = orderPrices(offer('500', '12000'), balances('500', '2400'))
  expect(prices).toMatchObject([{ missing: 0n }, { missing: 9600n }])
  expect(prices.map(isPayable)).toEqual([true, false])
  expect(chosenPrice(prices, 'usd').currency).toBe('btc')
})

test('keeps the choice when nothing can be paid, and when no one is signed in', () => {
  const poor = orderPrices(offer('500', '12000'), balances('0', '0'))
  expect(chosenPrice(poor, 'usd').currency).toBe('usd')
  const unknown = orderPrices(offer('500', '12000'), [])
  expect(unknown.map(isPayable)).toEqual([true, true])
})

test('cannot be paid in bitcoin without a rate', () => {
  const prices = orderPrices(offer(null, '12000'), balances('500', '12000'))
  expect(chosenPrice(prices, 'btc').currency).toBe('usd')
})
