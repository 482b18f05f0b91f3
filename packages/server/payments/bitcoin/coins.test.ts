import { expect, test } from 'vitest'
import type { Coin } from '../payouts/payout-store.ts'
import { draftTransaction } from './coins.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const terms = { feePerByte: 10n, network: 'regtest' as const }

const coins = (count: number, amount: bigint): Coin[] =>
  Array.from({ length: count }, (_, index) => ({
    transactionId: String(index).padStart(64, '0'),
    output: 0,
    amount,
    address,
    branch: 0,
    index
  }))

test('takes the largest first, pays the fee and gives itself the rest', () => {
  const draft = draftTransaction(
    [{ address, amount: 50_000n }],
    [...coins(3, 10_000n), ...coins(1, 60_000n)],
    terms
  )
  expect(draft?.inputs.map(it => it.amount)).toEqual([60_000n])
  expect(draft!.fee + draft!.change).toBe(10_000n)
})

test('leaves what is too little to come back to the miners', () => {
  const draft = draftTransaction([{ address, amount: 58_000n }], coins(1, 60_000n), terms)
  expect(draft).toMatchObject({ fee: 2_000n, change: 0n })
})

test('never takes a coin that costs more than it is worth', () => {
  expect(draftTransaction([{ address, amount: 1_000n }], coins(400, 680n), terms)).toBeNull()
  expect(draftTransaction([{ address, amount: 1_000n }], coins(400, 681n), terms)).toBeNull()
})

test('takes no more coins than the signer does', () => {
  const payments = [{ address, amount: 4_000_000n }]
  expect(draftTransaction(payments, coins(2_000, 8_000n), terms) === null).toBe(true)
  expect(
    draftTransaction(payments, coins(2_000, 9_000n), terms)?.inputs.length
  ).toBeLessThanOrEqual(500)
})
