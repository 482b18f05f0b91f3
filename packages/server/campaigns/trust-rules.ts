import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'

/** Days during which a rejection or an exchanged landing page ends an account's trust. */
export const trustMemoryDays = 90

/** What an account did that its trust depends on. */
export type TrustRecord = {
  /** Number of reviewers' approvals since the newest rejection. It ends at a maximum. */
  approvals: number
  /** When an ad of the account was last rejected, by a review or after reports. */
  rejected_at: Date | null
  /** When the landing page of a live ad was last found exchanged. */
  swapped_at: Date | null
  is_suspended: boolean
}

export type TrustState =
  | 'off'
  | 'trusted'
  | 'suspended'
  | 'rejected'
  | 'page_changed'
  | 'too_few_approvals'

/** Returns whether an account is trusted, or the first reason why not. `needed` is null if no account ever is. */
export function trustState(record: TrustRecord, needed: number | null, at: Date): TrustState {
  if (needed === null) return 'off'
  if (record.is_suspended) return 'suspended'
  if (isRecent(record.rejected_at, at)) return 'rejected'
  if (isRecent(record.swapped_at, at)) return 'page_changed'
  return record.approvals < needed ? 'too_few_approvals' : 'trusted'
}

function isRecent(event: Date | null, at: Date): boolean {
  return event !== null && at.getTime() - event.getTime() < trustMemoryDays * dayMs
}

/** Whether an ad is chosen to be reviewed afterwards: by chance, so that no account can know. */
export function isChosen(percent: number, randomBytes: Context['randomBytes']): boolean {
  return (randomBytes(4).readUInt32BE() / 2 ** 32) * 100 < percent
}
