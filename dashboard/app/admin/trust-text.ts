import type { Trust } from '@mille/api/admin/endpoints.ts'
import { maxCountedReviews } from '@mille/api/constants.ts'
import { formatCount } from '../page/formats.ts'

export const trustMessages = {
  title: 'Trust in new ads',
  everyone: 'Trusted: the settings trust every account.',
  trusted: (approvals: string) => `Trusted: ${approvals} approvals without a rejection.`,
  trustedOnce: 'Trusted: 1 approval without a rejection.',
  few: (approvals: string, needed: string) =>
    `Not trusted yet: ${approvals} of ${needed} approvals.`,
  suspended: 'Not trusted: the account is suspended.',
  rejected: 'Not trusted: an ad was rejected in the last 90 days.',
  pageChanged: 'Not trusted: the landing page of an ad was exchanged in the last 90 days.',
  orMore: (count: string) => `${count} or more`
}

/** Says whether an account is trusted, and why or why not; null if the settings trust no account. */
export function trustText({ state, approvals, needed }: Trust): string | null {
  const messages = trustMessages
  switch (state) {
    case 'off':
      return null
    case 'suspended':
      return messages.suspended
    case 'rejected':
      return messages.rejected
    case 'page_changed':
      return messages.pageChanged
    case 'too_few_approvals':
      return messages.few(formatCount(approvals), formatCount(needed ?? 0))
    case 'trusted': {
      if (needed === 0) return messages.everyone
      if (approvals === 1) return messages.trustedOnce
      const count = formatCount(approvals)
      return messages.trusted(approvals < maxCountedReviews ? count : messages.orMore(count))
    }
  }
}
