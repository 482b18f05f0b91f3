import type { PayoutReview } from '@mille/api/payments/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { formatMoment } from '../../page/formats.ts'
import { payoutMessages as messages } from './payout-messages.ts'

export type RestoreNoticeProps = {
  restore: NonNullable<PayoutReview['meta']['restore']>
  /** Not given where the operator may not say so. */
  onRelease?: () => void
}

/** Nothing is paid out after a restore until an operator says so. */
export function RestoreNotice({ restore, onRelease }: RestoreNoticeProps) {
  const { backup_at: backupAt, is_searched: isSearched } = restore
  return (
    <Notice
      tone="alarm"
      title={messages.restored}
      action={
        onRelease && (
          <Button size="small" disabled={!isSearched} onClick={onRelease}>
            {messages.release}
          </Button>
        )
      }
    >
      {messages.restoredText(formatMoment(backupAt))}{' '}
      {isSearched ? messages.searched : messages.notSearched}
    </Notice>
  )
}
