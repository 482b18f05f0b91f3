import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import { createCampaignStores } from '@mille/stores/campaigns/campaign.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { lastDays, viewStatistics } from '@mille/stores/statistics/statistics-view.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { memo, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { DiagnosisCard } from '../diagnosis/diagnosis-card.tsx'
import { answerOf } from '../page/answer.ts'
import { useStores } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatDate, formatMoment } from '../page/formats.ts'
import { languageName } from '../page/languages.ts'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import { ProblemNotice } from '../page/problem-notice.tsx'
import { useReloadOn } from '../page/use-reload-on.ts'
import { loadedStatements } from '../statistics/loaded-statements.ts'
import { StatementsSection } from '../statistics/statements-section.tsx'
import { StatisticsSection } from '../statistics/statistics-section.tsx'
import type { Route } from './+types/campaign-page.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import {
  campaignMessages,
  campaignTitle,
  campaignDetailMessages as messages,
  statusText
} from './campaign-messages.ts'
import { CreativePreview } from './creative-preview.tsx'
import { FundCampaign } from './fund-campaign.tsx'
import type { GroupStatisticsProps } from './group-statistics.tsx'
import { ratingLabels } from './messages.ts'
import { ComingPayment, PaymentText } from './payment-text.tsx'
import { shownCreative } from './shown-creative.ts'
import { trafficSourceMessages } from './traffic-source-messages.ts'

const LaterGroups = lazyPart(async () => (await import('./group-statistics.tsx')).GroupStatistics)

/** It reads its numbers in the browser, so its code can come after the page's. */
const GroupStatistics = memo(function GroupStatistics(props: GroupStatisticsProps) {
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <LaterGroups {...props} />
    </Suspense>
  )
})

async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  const { id } = args.params
  const range = lastDays(30, Date.now())
  const account = answerOf(await readAccount(), args)
  const [campaign, statistics, balances, statements, diagnosis] = await Promise.all([
    api.campaigns.readCampaign({ id }),
    api.statistics.readCampaignStatistics({ id, ...range }),
    api.finances.readBalances({ userId: account.data.id }),
    api.statistics.readCampaignStatements({ id, 'page[limit]': 12 }),
    api.diagnosis.readCampaignDiagnosis({ id })
  ])
  return {
    campaign: answerOf(campaign, args),
    statistics: answerOf(statistics, args),
    diagnosis: answerOf(diagnosis, args).data,
    balances: answerOf(balances, args).data,
    statements: loadedStatements('campaign', id, answerOf(statements, args)),
    range
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(
    loaderData ? campaignTitle(viewCampaign(loaderData.campaign)) : campaignMessages.untitled
  )

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { statistics, diagnosis, range, balances } = loaderData
  const stores = useStores(createCampaignStores, loaderData.campaign)
  const campaign = useStore(stores.$campaign)
  const problem = useStore(stores.$problem)
  const [search] = useSearchParams()
  useReloadOn(campaign.state)
  const view = useMemo(() => viewStatistics(statistics, range), [statistics, range])
  const { creative, payment, asset } = campaign

  return (
    <div className={layout.stack}>
      <PageHeader
        title={campaignTitle(campaign)}
        badge={<CampaignBadge status={campaign.status} />}
        description={statusText(campaign)}
        back={{ href: '/campaigns', label: messages.back }}
        actions={<CampaignActions stores={stores} />}
      />
      {search.get('created') === '1' && campaign.state === 'pending' && (
        <Notice tone="success">{messages.created}</Notice>
      )}
      <ProblemNotice problem={problem} />
      {creative?.rejected_reason && (
        <Notice tone="warning" title={messages.rejectedTitle}>
          {creative.rejected_reason}
        </Notice>
      )}
      <div className={`${layout.columns} ${layout.asideFirst}`}>
        <div className={layout.stack}>
          <StatisticsSection
            statistics={view}
            moneyLabel={messages.spentTile}
            always={[asset]}
            reportHref={`/reports?side=advertiser&campaign=${campaign.id}&by=site`}
          />
          <GroupStatistics campaignId={campaign.id} asset={asset} range={range} />
          <Card
            title={trafficSourceMessages.title}
            description={trafficSourceMessages.text}
            actions={
              <Button size="small" href={`/campaigns/${campaign.id}/traffic`}>
                {trafficSourceMessages.open}
              </Button>
            }
          />
          <StatementsSection loaded={loaderData.statements} />
        </div>
        <div className={layout.stack}>
          <Card title={messages.payment}>
            <Facts
              facts={[
                [
                  messages.onCampaign,
                  <ComparedAmount key="balance" units={campaign.balance} asset={asset} />
                ],
                [
                  messages.spent,
                  <ComparedAmount key="spent" units={campaign.spent} asset={asset} />
                ],
                [
                  campaignMessages.columns.price,
                  payment && <PaymentText key="price" payment={payment} asset={asset} />
                ],
                ...(campaign.startsAt
                  ? [[messages.starts_at, formatMoment(campaign.startsAt)] as const]
                  : []),
                ...(campaign.endsAt
                  ? [[messages.ends_at, formatMoment(campaign.endsAt)] as const]
                  : []),
                ...(payment?.coming
                  ? [
                      [
                        campaignMessages.coming,
                        <ComingPayment key="coming" payment={payment} asset={asset} />
                      ] as const
                    ]
                  : [])
              ]}
            />
          </Card>
          {campaign.state !== 'archived' && <DiagnosisCard diagnosis={diagnosis} side="campaign" />}
          <FundCampaign stores={stores} available={availableOf(balances, asset)} />
          {creative && (
            <Card title={messages.creative}>
              <div className={layout.stack}>
                <CreativePreview {...shownCreative(creative)} />
                <Facts
                  facts={[
                    [messages.link, creative.creative_link],
                    [messages.language, languageName(creative.language)],
                    [messages.rating, ratingLabels[creative.rating ?? 'none'].label],
                    [messages.created_at, formatDate(campaign.createdAt)]
                  ]}
                />
              </div>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

function availableOf(balances: AccountBalance[], asset: string): bigint {
  const balance = balances.find(it => it.attributes.currency === asset)
  return BigInt(balance?.attributes.available ?? '0')
}
