import { dayMs } from '@mille/api/durations.ts'
import { createRandom } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { isChosen, type TrustRecord, trustMemoryDays, trustState } from './trust-rules.ts'

const at = new Date('2026-06-01T12:00:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const memory = trustMemoryDays * dayMs

const state = (changes: Partial<TrustRecord>, needed: number | null = 3) =>
  trustState(
    { approvals: 3, rejected_at: null, swapped_at: null, is_suspended: false, ...changes },
    needed,
    at
  )

test.each<[string, Partial<TrustRecord>, number | null, ReturnType<typeof trustState>]>([
  ['enough approvals', {}, 3, 'trusted'],
  ['one approval too few', { approvals: 2 }, 3, 'too_few_approvals'],
  ['no approval, and none is needed', { approvals: 0 }, 0, 'trusted'],
  ['any number of approvals, and trust is off', { approvals: 1_000 }, null, 'off'],
  ['a rejection just within the memory', { rejected_at: ago(memory - 1) }, 3, 'rejected'],
  ['a rejection that is forgotten', { rejected_at: ago(memory) }, 3, 'trusted'],
  ['a rejection, and no approval is needed', { rejected_at: ago(1) }, 0, 'rejected'],
  ['an exchanged page just within the memory', { swapped_at: ago(memory - 1) }, 3, 'page_changed'],
  ['an exchanged page that is forgotten', { swapped_at: ago(memory) }, 3, 'trusted'],
  ['a suspension', { is_suspended: true }, 0, 'suspended']
])('with %s', (_, record, needed, expected) => {
  expect(state(record, needed)).toBe(expected)
})

test('the share that is reviewed afterwards is the one that was set', () => {
  const { bytes } = createRandom(7)
  const count = (percent: number) =>
    Array.from({ length: 10_000 }, () => isChosen(percent, bytes)).filter(Boolean).length
  expect(count(0)).toBe(0)
  expect(count(100)).toBe(10_000)
  expect(Math.abs(count(10) - 1_000)).toBeLessThan(120)
})
