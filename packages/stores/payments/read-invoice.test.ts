import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import { readInvoice } from './read-invoice.ts'

/** The example of the BOLT11 specification for a cup of coffee, to be paid within a minute. */
const coffee =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'
const { words } = bech32.decode(coffee, false)
/** The same invoice with another amount. */
const withAmount = (prefix: string) => bech32.encode(prefix, words, false)

test('an invoice says its amount, its expiry and its description', () => {
  expect(readInvoice(coffee)).toEqual({
    amount: 250_000n,
    isWhole: true,
    expiresAt: new Date('2017-06-01T10:58:38Z'),
    description: '1 cup coffee'
  })
})

test('amounts have units, and parts of a satoshi are noticed', () => {
  const amountOf = (prefix: string) => {
    const read = readInvoice(withAmount(prefix))
    return read && [read.amount, read.isWhole]
  }
  expect(amountOf('lnbcrt100u')).toEqual([10_000n, true])
  expect(amountOf('lntbs20m')).toEqual([2_000_000n, true])
  expect(amountOf('lntb10n')).toEqual([1n, true])
  expect(amountOf('lnbc15n')).toEqual([1n, false])
  expect(amountOf('lnbc10010p')).toEqual([1n, false])
  expect(amountOf('lnbc2')).toEqual([200_000_000n, true])
  expect(amountOf('lnbcrt')).toEqual([null, true])
})

test('an invoice without an expiry is valid for an hour', () => {
  const short = [...words.slice(0, 7), ...words.slice(-104)]
  expect(readInvoice(bech32.encode('lnbc10u', short, false))).toMatchObject({
    expiresAt: new Date('2017-06-01T11:57:38Z'),
    description: null
  })
})

test('a link, capital letters and spaces are the same invoice', () => {
  expect(readInvoice(`\n lightning:${coffee} `)?.amount).toBe(250_000n)
  expect(readInvoice(`LIGHTNING:${coffee.toUpperCase()}`)?.amount).toBe(250_000n)
})

test('what is not an invoice cannot be read', () => {
  const wrong = ['', 'ada@example.com', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'lnbc1']
  wrong.push(coffee.replace('2500u', '2400u'), coffee.slice(0, -1), bech32.encode('lnurl', [1, 2]))
  for (const text of wrong) expect(readInvoice(text)).toBeNull()
})
