import { expect, test } from 'vitest'
import { createJudge } from '../judge/judge.ts'
import { createNodeSums } from './node-sums.ts'

const where = { unit: 1, campaign: 2, banner: 3 }
const at = new Date('2026-03-02T10:00:00Z')

/** Returns the judge's sums for the bodies in the log, in order. */
function countAll(bodies: readonly Buffer[]): Record<string, bigint> {
  const judge = createJudge({ settlementWindowSeconds: 3600 })
  for (const [index, body] of bodies.entries())
    judge.apply({ position: BigInt(index + 1), at, body })
  return Object.fromEntries(judge.takeSums().map(it => [it.kind, it.count]))
}

test('what may be in the log already is sent again under the same numbers, and counted once', () => {
  const sums = createNodeSums(7)
  const log: Buffer[] = []
  for (let count = 0; count < 3; count++) sums.addRefused(1, 'mismatched_site')
  log.push(...sums.take(at.getTime()))
  // The append was stored, but its answer was lost.
  sums.end(false)
  sums.addRefused(1, 'mismatched_site')
  log.push(...sums.take(at.getTime()))
  sums.end(true)
  sums.addRefused(1, 'mismatched_site')
  log.push(...sums.take(at.getTime()))
  sums.end(true)
  expect(countAll(log)).toEqual({ rejected_mismatched_site: 5n })
  expect(sums.isEmpty).toBe(true)
})

test('what was never stored is sent again too, in whatever order it fails', () => {
  const sums = createNodeSums(7)
  sums.addRefused(1, 'blocked_referrer')
  sums.take(at.getTime())
  sums.end(false)
  sums.addRefused(1, 'mismatched_site')
  sums.take(at.getTime())
  sums.end(false)
  sums.addRefused(1, 'blocked_referrer')
  expect(countAll(sums.take(at.getTime()))).toEqual({
    rejected_blocked_referrer: 2n,
    rejected_mismatched_site: 1n
  })
})

test('does not send rejected reports of a failed append again, as their senders do', () => {
  const sums = createNodeSums(7)
  sums.addRejected(where, 'bot')
  sums.addRefused(1, 'mismatched_site')
  sums.take(at.getTime())
  sums.end(false)
  sums.addRejected(where, 'bot')
  expect(countAll(sums.take(at.getTime()))).toEqual({
    rejected_mismatched_site: 1n,
    rejected_bot: 1n
  })
})
