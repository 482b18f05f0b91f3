import { maxCountedReviews } from '@mille/api/constants.ts'
import type { ReviewItem } from '@mille/stores/admin/review-queue.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../page/formats.ts'
import { ageText } from '../age-text.ts'
import { StaffLink } from '../staff-link.tsx'
import { trustMessages, trustText } from '../trust-text.ts'
import { reviewMessages as messages } from './review-messages.ts'

type Owned = Pick<ReviewItem, 'owner' | 'waitedMs'>

/** Whose a creative is, what was decided about that account's other creatives, and how long it has waited. */
export function ownerFacts({ owner, waitedMs }: Owned): [name: string, value: ReactNode][] {
  if (owner === null || waitedMs === null) return []
  const accountAge = Date.parse(owner.submitted_at) + waitedMs - Date.parse(owner.joined_at)
  const { approved, rejected, reported } = owner
  const trust = trustText(owner.trust)
  return [
    [
      messages.advertiser,
      <StaffLink key="advertiser" href={`/admin/users/${owner.user_id}`}>
        {owner.user_name ?? owner.user_id}
      </StaffLink>
    ],
    [messages.account, messages.accountAge(ageText(accountAge))],
    [
      messages.before,
      approved + rejected + reported === 0
        ? messages.noHistory
        : messages.history(count(approved), count(rejected), count(reported))
    ],
    ...(trust === null ? [] : ([[trustMessages.title, trust]] as [string, ReactNode][])),
    [messages.waited, ageText(waitedMs)]
  ]
}

/** Formats a count that the server ends at a maximum. */
function count(of: number): string {
  const text = formatCount(of)
  return of < maxCountedReviews ? text : messages.orMore(text)
}
