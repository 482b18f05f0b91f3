import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { viewSelfFunding } from '@mille/stores/campaigns/self-funding.ts'
import { lastDays, viewStatistics } from '@mille/stores/statistics/statistics-view.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { memo, Suspense, useMemo } from 'react'
import { DiagnosisCard } from '../diagnosis/diagnosis-card.tsx'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { StatisticsSection } from '../statistics/statistics-section.tsx'
import type { Route } from './+types/campaign-page.ts'
import type { BreakdownCardProps } from './breakdown-card.tsx'
import { CampaignFrame } from './campaign-frame.tsx'
import {
  campaignMessages,
  campaignTitle,
  campaignDetailMessages as messages
} from './campaign-messages.ts'
import { selfFundingMessages } from './self-funding-messages.ts'
import { SelfFundingText } from './self-funding-text.tsx'

const LaterBreakdown = lazyPart(async () => (await import('./breakdown-card.tsx')).BreakdownCard)

/** The breakdown is read in the browser, so its code is loaded after the page. */
const BreakdownCard = memo(function BreakdownCard(props: BreakdownCardProps) {
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <LaterBreakdown {...props} />
    </Suspense>
  )
})

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const range = lastDays(30, Date.now())
  const [campaign, statistics, diagnosis] = await Promise.all([
    api.campaigns.readCampaign({ id }),
    api.statistics.readCampaignStatistics({ id, ...range }),
    api.diagnosis.readCampaignDiagnosis({ id })
  ])
  return {
    campaign: answerOf(campaign, args),
    statistics: answerOf(statistics, args),
    diagnosis: answerOf(diagnosis, args).data,
    range
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData ? campaignTitle(viewCampaign(loaderData.campaign)) : campaignMessages.untitled
  )

/** The performance of a campaign over its last 30 days, and the problems that limit it. */
export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { statistics, diagnosis, range } = loaderData
  const view = useMemo(() => viewStatistics(statistics, range), [statistics, range])
  const funding = viewSelfFunding(loaderData.campaign.data)
  return (
    <CampaignFrame loaded={loaderData.campaign}>
      {({ id, asset, balance, state }) => (
        <div className={layout.columns}>
          <div className={layout.stack}>
            <StatisticsSection
              statistics={view}
              moneyLabel={messages.spentTile}
              always={[asset]}
              reportHref={`/reports?side=advertiser&campaign=${id}&by=site`}
            />
            <BreakdownCard campaignId={id} range={range} />
          </div>
          <div className={layout.stack}>
            <Card
              title={messages.payment}
              actions={
                <Button size="small" href={`/campaigns/${id}/money`}>
                  {messages.toMoney}
                </Button>
              }
            >
              <Facts
                facts={[
                  [
                    messages.onCampaign,
                    <ComparedAmount key="balance" units={balance} asset={asset} />
                  ],
                  [
                    selfFundingMessages.status,
                    <SelfFundingText key="funding" funding={funding} asset={asset} />
                  ]
                ]}
              />
            </Card>
            {state !== 'archived' && (
              <DiagnosisCard diagnosis={diagnosis} side="campaign" isActive={state === 'active'} />
            )}
          </div>
        </div>
      )}
    </CampaignFrame>
  )
}
