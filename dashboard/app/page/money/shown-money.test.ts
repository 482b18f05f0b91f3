import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargedText,
  columnOf,
  moneyColumns,
  pricePerThousand,
  shownText,
  sumOf,
  tickText
} from './shown-money.ts'

const rate = 64_000n * 100_000_000n
const both = ['BTC', 'USD'] as const
const money = { BTC: '50000', USD: '3200000000' }
const textsOf = (columns: ReturnType<typeof moneyColumns>, of = money) =>
  columns.map(it => shownText(it.amountOf(of), it))

test('each amount is shown as it was charged until a currency is chosen', () => {
  expect(textsOf(moneyColumns(both, null, rate))).toEqual(['0.00050000 BTC', '32.00 USD'])
})

test.each([
  ['usd', '≈\u00a064.00\u00a0USD'],
  ['btc', '≈\u00a00.00100000\u00a0BTC'],
  ['satoshi', '≈\u00a0100,000\u00a0sats']
] as const)('both together in %s are %s', (currency, text) => {
  const columns = moneyColumns(both, currency, rate)
  expect(textsOf(columns)).toEqual([text])
  // The server cannot sort by the sum of two currencies.
  expect(columns).toMatchObject([{ isSortable: false }])
  expect(chargedText(money)).toBe('0.00050000 BTC + 32.00 USD')
  expect(chargedText({ BTC: '0', USD: '256000' })).toBe('0.00256 USD')
})

test('what was charged in the chosen currency is exact, also without a rate', () => {
  const bitcoin = { BTC: '123456789', USD: '0' }
  expect(textsOf(moneyColumns(['BTC'], 'satoshi', null), bitcoin)).toEqual([
    '123,456,789\u00a0sats'
  ])
  expect(textsOf(moneyColumns(['BTC'], 'btc', rate), bitcoin)).toEqual(['1.23456789 BTC'])
  expect(textsOf(moneyColumns(['USD'], 'usd', null))).toEqual(['32.00 USD'])
})

test('what cannot be converted is shown as it was charged', () => {
  for (const currency of ['usd', 'btc', 'satoshi'] as const)
    expect(textsOf(moneyColumns(both, currency, null))).toEqual(['0.00050000 BTC', '32.00 USD'])
})

test('rows are sorted by what they were charged in, whatever they are shown in', () => {
  expect(moneyColumns(['BTC'], 'usd', rate)).toMatchObject([
    { asset: 'BTC', shownAsset: 'USD', unit: 'USD', isSortable: true }
  ])
  expect(moneyColumns([], 'usd', rate)).toMatchObject([{ asset: 'USD' }])
})

test('a conversion is rounded half to even to 1e-8, and less than a cent is not nothing', () => {
  const [sats] = moneyColumns(['USD'], 'satoshi', 2n * 100_000_000n)
  const satsOf = (USD: string) => sats?.amountOf({ BTC: '0', USD }).units
  expect([satsOf('1'), satsOf('3'), satsOf('5')]).toEqual([0n, 2n, 2n])
  expect(textsOf(moneyColumns(['BTC'], 'usd', rate), { BTC: '1', USD: '0' })).toEqual([
    '<\u00a00.01\u00a0USD'
  ])
})

test('sums in sats of bitcoin alone are the sums of their rows, however large', () => {
  const [column] = moneyColumns(['BTC'], 'satoshi', rate)
  const units = (BTC: bigint) => column?.amountOf({ BTC: String(BTC), USD: '0' }).units ?? -1n
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 60n }), { maxLength: 6 })
  fc.assert(
    fc.property(amounts, rows => {
      const total = rows.reduce((sum, it) => sum + it, 0n)
      expect(units(total)).toBe(rows.reduce((sum, it) => sum + units(it), 0n))
    })
  )
})

test('a chart and its axis are in the same currency as the table', () => {
  const columns = moneyColumns(['BTC'], 'satoshi', rate)
  expect(columnOf(columns, 'USD').unit).toBe('sats')
  expect(tickText(50_000, columnOf(columns, 'BTC'))).toBe('50K sats')
  expect(tickText(5_000_000_000, columnOf(moneyColumns(both, 'usd', rate), 'BTC'))).toBe('50 USD')
  // Without a matching column, the requested currency is used, even if the report has no money in it.
  expect(columnOf(moneyColumns(['BTC'], null, rate), 'USD').unit).toBe('USD')
})

test('amounts of each asset are added up, and an asset without any is zero', () => {
  const amounts = ['5', '9007199254740993'].map(units => ({ asset: 'BTC' as const, units }))
  expect(sumOf(amounts)).toEqual({ BTC: '9007199254740998', USD: '0' })
})

test('a price of a thousand views is of all that they cost', () => {
  const [column] = moneyColumns(both, 'usd', rate)
  const figures = { billable: 3000, money } as Parameters<typeof pricePerThousand>[0]
  const price = column && pricePerThousand(figures, column)
  expect(price).toEqual({ units: 2_133_333_333n, isConverted: true })
  expect(column && pricePerThousand({ ...figures, billable: 0 }, column)).toBe(null)
})

test('an amount with a direction has its sign, and one below a cent is between it and nothing', () => {
  const [sats] = moneyColumns(['USD'], 'satoshi', rate)
  const [dollars] = moneyColumns(['BTC'], 'usd', rate)
  if (!sats || !dollars) throw new Error('there is a rate')
  const tiny = dollars.amountOf({ BTC: '1', USD: '0' })
  expect(shownText(tiny, dollars, 'in')).toBe('<\u00a0+0.01\u00a0USD')
  expect(shownText(tiny, dollars, 'out')).toBe('>\u00a0−0.01\u00a0USD')
  const large = sats.amountOf({ BTC: '0', USD: '3200000000' })
  expect(shownText(large, sats, 'out')).toBe('≈\u00a0−50,000\u00a0sats')
  expect(shownText({ ...large, units: -large.units }, sats)).toBe('≈\u00a0−50,000\u00a0sats')
})
