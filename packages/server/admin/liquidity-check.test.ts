import { expect, test } from 'vitest'
import type { Liquidity } from '../payments/index.ts'
import { checkLiquidity } from './liquidity-check.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const well: Liquidity = {
  ...{ at: ago(4), isStale: false, open: 2, pending: 0, closing: 0, gone: 0 },
  ...{ canSend: 50_000n, canReceive: 900_000n, largestSent: 50_000n, largestReceived: 100_000n },
  ...{ outgoing: 0n, incoming: 0n, inFlight: 0, waiting: 50_000n, feesOfDay: 0n, feesOfMonth: 0n }
}

test.each([
  ['ok', {}, 'receive 0.00900000 BTC and send 0.00050000 BTC'],
  ['warning', { at: null }, 'not written them yet'],
  ['warning', { at: ago(61) }, 'Their state is 61 s old'],
  ['alarm', { at: ago(600) }, 'Their state is 10 minutes old'],
  ['warning', { gone: 1 }, '1 of 2 open channels'],
  ['alarm', { gone: 2 }, '2 of 2 open channels'],
  ['warning', { open: 0 }, 'no open channel'],
  ['warning', { largestReceived: 99_999n }, 'less than the maximum deposit of 0.00100000 BTC'],
  ['alarm', { waiting: 50_001n }, 'need 0.00050001 BTC'],
  ['alarm', { gone: 1, waiting: 50_001n }, '1 of 2 open channels']
] as const)('%s: %o', (state, changes, text) => {
  const found = checkLiquidity({ ...well, ...changes }, 100_000n, now)
  expect(found).toMatchObject({ name: 'Lightning channels', state })
  expect(found.text).toContain(text)
})
