import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import { type CampaignView, viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { Facts } from '../page/facts.tsx'
import { formatMoment, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { useWhileVisible } from '../page/use-while-visible.ts'
import { loadedStatements } from '../statistics/loaded-statements.ts'
import { StatementsSection } from '../statistics/statements-section.tsx'
import type { Route } from './+types/campaign-money-page.ts'
import { CampaignFrame } from './campaign-frame.tsx'
import {
  campaignMessages,
  campaignTitle,
  campaignDetailMessages as messages
} from './campaign-messages.ts'
import { firstDepositMessages } from './first-deposit-messages.ts'
import { FundCampaign } from './fund-campaign.tsx'
import { ComingPayment, PaymentText } from './payment-text.tsx'

// The code of this card is loaded after the page.
const SelfFundingCard = lazyPart(
  async () => (await import('./self-funding-card.tsx')).SelfFundingCard
)

const FirstDeposit = lazyPart(async () => (await import('./first-deposit.tsx')).FirstDeposit)
const fundedEveryMs = 5_000

async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  const { id } = args.params
  const account = answerOf(await readAccount(), args)
  const [campaign, balances, statements] = await Promise.all([
    api.campaigns.readCampaign({ id }),
    api.finances.readBalances({ userId: account.data.id }),
    api.statistics.readCampaignStatements({ id, 'page[limit]': 12 })
  ])
  return {
    userId: account.data.id,
    campaign: answerOf(campaign, args),
    balances: answerOf(balances, args).data,
    statements: loadedStatements('campaign', id, answerOf(statements, args))
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData
      ? messages.moneyOf(campaignTitle(viewCampaign(loaderData.campaign)))
      : campaignMessages.untitled
  )

/** A campaign's balance, its price and what it was charged in each settlement period. */
export default function CampaignMoneyPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  return (
    <CampaignFrame loaded={loaderData.campaign}>
      {(campaign, stores) => (
        <>
          {search.get('created') === '1' && campaign.state === 'pending' && (
            <Notice tone="success">{messages.created}</Notice>
          )}
          <Beginning campaign={campaign} loaded={loaderData} />
          <div className={`${layout.columns} ${layout.asideFirst}`}>
            <StatementsSection loaded={loaderData.statements} />
            <div className={layout.stack}>
              <PaymentCard campaign={campaign} />
              <FundCampaign
                stores={stores}
                available={accountOf(loaderData.balances, campaign.asset).available}
              />
              <Suspense fallback={null}>
                <SelfFundingCard
                  // The first deposit turns this on too, and the form begins with what is stored.
                  key={String(loaderData.campaign.data.attributes.auto_fund)}
                  campaign={loaderData.campaign.data}
                  account={accountOf(loaderData.balances, campaign.asset)}
                  onSaved={() => void revalidate()}
                />
              </Suspense>
            </div>
          </div>
        </>
      )}
    </CampaignFrame>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** What a campaign that has never had money needs to start: a deposit, or only the time until it takes its money. */
function Beginning({ campaign, loaded }: { campaign: CampaignView; loaded: Loaded }) {
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  const { state, asset, balance, spent } = campaign
  const { available, promotion } = accountOf(loaded.balances, asset)
  const isDrawing = loaded.campaign.data.attributes.auto_fund
  const isBeginning =
    (state === 'pending' || state === 'out_of_funds') && balance === 0n && spent === 0n
  const hasArrived = isBeginning && isDrawing && available > 0n
  const [paid, setPaid] = useState<bigint | null>(null)
  const onPaid = useCallback(
    (credited: bigint) => {
      setPaid(credited)
      reload()
    },
    [reload]
  )
  useWhileVisible(hasArrived || (paid !== null && isBeginning) ? reload : null, fundedEveryMs)
  if (paid !== null)
    return (
      <Notice tone="success" isLive>
        {firstDepositMessages.paid(formatMoney(paid, 'BTC'))}
      </Notice>
    )
  if (hasArrived) return <Notice tone="success">{firstDepositMessages.arrived}</Notice>
  if (!isBeginning || available + promotion > 0n) return null
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <FirstDeposit
        campaign={campaign}
        userId={loaded.userId}
        isDrawing={isDrawing}
        onChanged={reload}
        onPaid={onPaid}
      />
    </Suspense>
  )
}

function PaymentCard({ campaign }: { campaign: CampaignView }) {
  const { asset, balance, spent, payment, startsAt, endsAt } = campaign
  const facts: [string, ReactNode][] = [
    [messages.onCampaign, <ComparedAmount key="balance" units={balance} asset={asset} />],
    [messages.spent, <ComparedAmount key="spent" units={spent} asset={asset} />]
  ]
  if (payment)
    facts.push([
      campaignMessages.columns.price,
      <PaymentText key="price" payment={payment} asset={asset} />
    ])
  if (startsAt) facts.push([messages.starts_at, formatMoment(startsAt)])
  if (endsAt) facts.push([messages.ends_at, formatMoment(endsAt)])
  if (payment?.coming)
    facts.push([
      campaignMessages.coming,
      <ComingPayment key="coming" payment={payment} asset={asset} />
    ])
  return (
    <Card title={messages.payment}>
      <Facts facts={facts} />
    </Card>
  )
}

function accountOf(balances: AccountBalance[], asset: string) {
  const balance = balances.find(it => it.attributes.currency === asset)?.attributes
  return { available: BigInt(balance?.available ?? 0), promotion: BigInt(balance?.promotion ?? 0) }
}
