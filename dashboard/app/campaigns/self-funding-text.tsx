import type { Asset } from '@mille/money/amount.ts'
import type { SelfFundingView } from '@mille/stores/campaigns/self-funding.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import layout from '../page/layout.module.css'
import { campaignMessages } from './campaign-messages.ts'
import { selfFundingMessages as messages } from './self-funding-messages.ts'

/** Says in one line whether a campaign funds itself from the account's balance, with its limits. */
export function SelfFundingText({ funding, asset }: { funding: SelfFundingView; asset: Asset }) {
  const { isOn, dailyMax, totalMax } = funding
  if (!isOn) return messages.off
  return (
    <span className={layout.small}>
      {messages.on}
      {dailyMax !== null && (
        <>
          , {campaignMessages.atMostADay} <Amount units={dailyMax} asset={asset} size="small" />
        </>
      )}
      {totalMax !== null && (
        <>
          , {campaignMessages.atMostInAll} <Amount units={totalMax} asset={asset} size="small" />
        </>
      )}
    </span>
  )
}
