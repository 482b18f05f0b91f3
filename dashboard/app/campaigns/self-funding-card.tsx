import type { Campaign } from '@mille/api/campaigns/endpoints.ts'
import { createSelfFundingStores, viewSelfFunding } from '@mille/stores/campaigns/self-funding.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { selfFundingMessages as messages } from './self-funding-messages.ts'
import { SelfFundingText } from './self-funding-text.tsx'

export type SelfFundingCardProps = {
  campaign: Campaign
  /** What the account has available, in units of the campaign's asset. */
  account: { available: bigint; promotion: bigint }
  onSaved: () => void
}

/** Lets a campaign fund itself from the account's balance. An archived campaign shows only the amount it took. */
export function SelfFundingCard(props: SelfFundingCardProps) {
  const { id, attributes } = props.campaign
  if (attributes.state === 'archived') return <ArchivedCard campaign={props.campaign} />
  // The key includes the asset, because typed amounts apply to one asset only.
  return <FundingForm key={`${id} ${attributes.asset}`} {...props} />
}

function ArchivedCard({ campaign }: Pick<SelfFundingCardProps, 'campaign'>) {
  const funding = viewSelfFunding(campaign)
  const { asset } = campaign.attributes
  if (!funding.isOn && funding.total === 0n) return null
  const status = <SelfFundingText key="status" funding={funding} asset={asset} />
  return (
    <Card title={messages.title}>
      <Facts
        facts={[
          [messages.status, status],
          [messages.total, <ComparedAmount key="total" units={funding.total} asset={asset} />]
        ]}
      />
    </Card>
  )
}

function FundingForm({ campaign, account, onSaved }: SelfFundingCardProps) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and typed text must remain.
  const [stores] = useState(() => createSelfFundingStores(api, campaign))
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  const { asset } = campaign.attributes
  return (
    <SavedFormCard
      title={messages.title}
      description={messages.text}
      stores={stores}
      saveLabel={messages.save}
      savedText={messages.saved}
      onSaved={onSaved}
    >
      <FundingNow campaign={campaign} account={account} />
      <Checkbox
        label={messages.auto_fund}
        name="auto_fund"
        checked={form.auto_fund}
        error={fieldText(messages.auto_fund, fields.auto_fund)}
        onChange={({ target }) => stores.change({ auto_fund: target.checked })}
      />
      {form.auto_fund && (
        <>
          <AmountField
            asset={asset}
            label={messages.auto_fund_daily_max}
            help={messages.dailyHelp}
            name="auto_fund_daily_max"
            isOptional
            value={form.auto_fund_daily_max}
            error={fieldText(messages.auto_fund_daily_max, fields.auto_fund_daily_max)}
            onChange={({ target }) => stores.change({ auto_fund_daily_max: target.value })}
          />
          <AmountField
            asset={asset}
            label={messages.auto_fund_total_max}
            help={messages.totalHelp}
            name="auto_fund_total_max"
            isOptional
            value={form.auto_fund_total_max}
            error={fieldText(messages.auto_fund_total_max, fields.auto_fund_total_max)}
            onChange={({ target }) => stores.change({ auto_fund_total_max: target.value })}
          />
        </>
      )}
    </SavedFormCard>
  )
}

/** The amounts that the campaign took, what the account has for it, and what prevents more funding. */
function FundingNow({ campaign, account }: Pick<SelfFundingCardProps, 'campaign' | 'account'>) {
  const { isOn, today, total, reached } = viewSelfFunding(campaign)
  const { asset, state } = campaign.attributes
  const { available, promotion } = account
  const isStopped = isOn && state === 'out_of_funds' && available + promotion === 0n
  const amount = (name: string, units: bigint): [string, ReactNode] => [
    name,
    <ComparedAmount key={name} units={units} asset={asset} />
  ]
  return (
    <>
      {reached && <Notice tone="warning">{messages.reached[reached]}</Notice>}
      {isStopped && !reached && <Notice tone="warning">{messages.noMoney}</Notice>}
      <div className={layout.tight}>
        <Facts
          facts={[
            ...(isOn || total > 0n
              ? [amount(messages.today, today), amount(messages.total, total)]
              : []),
            amount(messages.available, available),
            ...(promotion > 0n ? [amount(messages.promotion, promotion)] : [])
          ]}
        />
        <p className={layout.small}>
          <Link href="/finances/deposit">{messages.deposit}</Link>
        </p>
      </div>
    </>
  )
}
