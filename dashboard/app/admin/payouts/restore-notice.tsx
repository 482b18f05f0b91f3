import type { PayoutReview } from '@mille/api/payments/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { formatMoment } from '../../page/formats.ts'
import { payoutMessages as messages } from './payout-messages.ts'

export type RestoreNoticeProps = {
  restore: NonNullable<PayoutReview['meta']['restore']>
  /** Missing if the operator may not release payouts. */
  onRelease?: () => void
}

/** After a restore from a backup, nothing is paid out until an operator releases payouts. */
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
