import type { SeenDeposit } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import styles from './finances.module.css'
import { depositMessages as messages } from './messages.ts'

const tones = {
  unconfirmed: 'info',
  credited: 'positive',
  replaced: 'warning',
  too_small: 'warning'
} as const

/** A payment on a chain, from the first sight to the credit. */
export function DepositPayment({ deposit }: { deposit: SeenDeposit }) {
  const { state, confirmations, required_confirmations: needed } = deposit
  const asset = deposit.token_code === 'BTC' ? 'BTC' : 'USD'
  return (
    <div className={styles.payment}>
      <div className={`${layout.row} ${layout.between}`}>
        <ComparedAmount units={BigInt(deposit.amount)} asset={asset} direction="in" />
        <Badge tone={tones[state]}>{messages.states[state]}</Badge>
      </div>
      {state === 'too_small' && <p className={layout.small}>{messages.tooSmall}</p>}
      {state === 'unconfirmed' && (
        <Progress
          label={messages.states.unconfirmed}
          isLabelHidden
          value={Math.min(1, confirmations / needed)}
          detail={messages.confirmations(confirmations, needed)}
        />
      )}
      <div className={`${layout.row} ${layout.between} ${layout.soft} ${layout.small}`}>
        <Address value={deposit.transaction_id} what="transaction id" isShort />
        <span>
          {state === 'unconfirmed' ? (
            messages.confirmations(confirmations, needed)
          ) : (
            <time dateTime={deposit.seen_at}>{formatMoment(deposit.seen_at)}</time>
          )}
        </span>
      </div>
    </div>
  )
}
