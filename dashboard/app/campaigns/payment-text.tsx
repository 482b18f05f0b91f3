import type { Asset } from '@mille/money/amount.ts'
import type { PaymentView } from '@mille/stores/campaigns/campaign-view.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import layout from '../page/layout.module.css'
import { campaignMessages } from './campaign-messages.ts'

/** What a campaign pays, in a line: by the day, or for 1,000 views. */
export function PaymentText({ payment, asset }: { payment: PaymentView; asset: Asset }) {
  const isCpm = payment.trafficType === 'cpm'
  return (
    <span className={layout.small}>
      <Amount
        units={isCpm ? (payment.maxCpm ?? 0n) : payment.dailyBudget}
        asset={asset}
        size="small"
      />{' '}
      <span className={layout.soft}>
        {isCpm ? campaignMessages.perThousand : campaignMessages.perDay}
      </span>
    </span>
  )
}
