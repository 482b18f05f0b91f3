import type { Asset } from '@mille/money/amount.ts'
import type { PaymentView, TermsView } from '@mille/stores/campaigns/campaign-view.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import layout from '../page/layout.module.css'
import { ReaderAmount } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { campaignMessages } from './campaign-messages.ts'

type PaymentTextProps = {
  payment: TermsView
  asset: Asset
  /** The columns of a list in the reader's currency. Without them, the amount is shown as it is charged. */
  columns?: readonly MoneyColumn[]
}

/** What a campaign pays, in one line: an amount per day or for 1,000 views. */
export function PaymentText({ payment, asset, columns = [] }: PaymentTextProps) {
  const isCpm = payment.trafficType === 'cpm'
  return (
    <span className={layout.small}>
      <ReaderAmount
        units={isCpm ? (payment.maxCpm ?? 0n) : payment.dailyBudget}
        {...{ asset, columns }}
        size="small"
      />{' '}
      <span className={layout.soft}>
        {isCpm ? campaignMessages.perThousand : campaignMessages.perDay}
      </span>
    </span>
  )
}

/**
 * A campaign's future price and its start. A change that lowers the price takes effect in the next settlement period.
 */
export function ComingPayment({ payment, asset }: { payment: PaymentView; asset: Asset }) {
  const { coming } = payment
  if (!coming) return null
  const { dailyBudget, totalBudget } = coming
  const isCpm = coming.trafficType === 'cpm'
  return (
    <span className={layout.small}>
      <PaymentText payment={coming} asset={asset} />
      {isCpm && dailyBudget !== payment.dailyBudget && (
        <>
          , {campaignMessages.atMostADay} <Amount units={dailyBudget} asset={asset} size="small" />
        </>
      )}
      {totalBudget !== null && totalBudget !== payment.totalBudget && (
        <>
          , {campaignMessages.atMostInAll} <Amount units={totalBudget} asset={asset} size="small" />
        </>
      )}{' '}
      <span className={layout.soft}>{campaignMessages.countsFrom(coming.validFrom)}</span>
    </span>
  )
}
