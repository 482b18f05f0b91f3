import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AmountField } from '../amount-field/amount-field.tsx'
import { ComparedAmount } from './compared-amount.tsx'
import { RatesContext } from './rates-context.ts'

const rate = 64_000_00000000n
const onUse = vi.fn()

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void onUse.mockClear())

function page(usdPerBitcoin: bigint | null, units = 50_000n) {
  return (
    <RatesContext value={{ usdPerBitcoin, onUse }}>
      <ComparedAmount units={units} asset="BTC" />
    </RatesContext>
  )
}

test('the server writes what an amount is worth beside it', () => {
  expect(textOf(page(rate))).toBe('0.00050000 BTC≈ 32.00 USD')
  expect(textOf(page(rate, 1n))).toBe('0.00000001 BTC< 0.01 USD')
  expect(textOf(page(rate, -50_000n))).toBe('−0.00050000 BTC≈ −32.00 USD')
})

test('without a rate an amount is shown alone, and so is nothing', () => {
  expect(textOf(page(null))).toBe('0.00050000 BTC')
  expect(textOf(page(rate, 0n))).toBe('0.00000000 BTC')
})

test('a rate that comes late moves nothing, one that changes is followed, one that ends stays', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const draw = (value: bigint | null, key: string) =>
    act(async () => root.render(<div key={key}>{page(value)}</div>))
  await draw(null, 'first page')
  expect(onUse).toHaveBeenCalledTimes(1)
  await draw(rate, 'first page')
  expect(plain(place.textContent)).toBe('0.00050000 BTC')
  await draw(rate, 'next page')
  expect(onUse).toHaveBeenCalledTimes(2)
  expect(plain(place.textContent)).toBe('0.00050000 BTC≈ 32.00 USD')
  await draw(rate * 2n, 'next page')
  expect(plain(place.textContent)).toBe('0.00050000 BTC≈ 64.00 USD')
  await draw(null, 'next page')
  expect(plain(place.textContent)).toContain('≈ ')
  await act(async () => root.unmount())
})

test('what is typed is shown with its worth, in the currency of the field', () => {
  const field = (value: string, usdPerBitcoin: bigint | null) => (
    <RatesContext value={{ usdPerBitcoin, onUse }}>
      <AmountField label="Budget" asset="USD" value={value} readOnly />
    </RatesContext>
  )
  expect(textOf(field('32', rate))).toContain('That is 32.00 USD ≈ 0.00050000 BTC')
  expect(textOf(field('32', null))).not.toContain('≈')
  expect(textOf(field('nothing', rate))).not.toContain('≈')
})

function textOf(node: React.ReactNode): string {
  const html = renderToString(node).replaceAll('<!-- -->', '')
  return plain(html.replace(/<[^>]+>/g, '').replaceAll('&lt;', '<'))
}

function plain(text: string | null): string {
  return (text ?? '').replaceAll('\u00a0', ' ')
}
