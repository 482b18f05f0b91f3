import { expect, test } from 'vitest'
import { trustText } from './trust-text.ts'

test.each([
  [{ state: 'off', approvals: 5, needed: null }, null],
  [{ state: 'trusted', approvals: 0, needed: 0 }, 'Trusted: the settings trust every account.'],
  [{ state: 'trusted', approvals: 1, needed: 1 }, 'Trusted: 1 approval without a rejection.'],
  [{ state: 'trusted', approvals: 12, needed: 10 }, 'Trusted: 12 approvals without a rejection.'],
  [
    { state: 'trusted', approvals: 1_000, needed: 10 },
    'Trusted: 1,000 or more approvals without a rejection.'
  ],
  [{ state: 'too_few_approvals', approvals: 3, needed: 10 }, 'Not trusted yet: 3 of 10 approvals.'],
  [
    { state: 'rejected', approvals: 3, needed: 1 },
    'Not trusted: an ad was rejected in the last 90 days.'
  ],
  [
    { state: 'page_changed', approvals: 3, needed: 1 },
    'Not trusted: the landing page of an ad was exchanged in the last 90 days.'
  ],
  [{ state: 'suspended', approvals: 3, needed: 1 }, 'Not trusted: the account is suspended.']
] as const)('%j', (trust, text) => {
  expect(trustText(trust)).toBe(text)
})
