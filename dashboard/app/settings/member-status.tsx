import type { Member } from '@mille/api/members/endpoints.ts'
import { formatMoment } from '../page/formats.ts'
import { teamMessages as messages } from './team-messages.ts'

type MemberStatusProps = Pick<Member['attributes'], 'invited_at' | 'accepted_at'>

/** When someone was invited to see an account, or since when they may. */
export function MemberStatus({ invited_at, accepted_at }: MemberStatusProps) {
  return accepted_at === null ? (
    <time dateTime={invited_at}>{messages.invited(formatMoment(invited_at))}</time>
  ) : (
    <time dateTime={accepted_at}>{messages.accepted(formatMoment(accepted_at))}</time>
  )
}
