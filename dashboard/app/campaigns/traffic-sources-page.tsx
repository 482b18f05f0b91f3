import { pageSizes } from '@mille/api/page-sizes.ts'
import type { TrafficSource } from '@mille/api/traffic-sources/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { createTrafficSourceStores } from '@mille/stores/traffic-sources/traffic-sources.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { problemText } from '../page/messages.ts'
import { ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/traffic-sources-page.ts'
import { CampaignFrame } from './campaign-frame.tsx'
import { campaignTitle } from './campaign-messages.ts'
import { hoursMessages, hoursText } from './hours-messages.ts'
import { trafficSourceMessages as messages } from './traffic-source-messages.ts'
import { unitName } from './unit-name.ts'
import { visitorFacts, visitorsMessages } from './visitors-messages.ts'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const [campaign, list] = await Promise.all([
    api.campaigns.readCampaign({ id }),
    api.trafficSources.listTrafficSources({ id, 'page[limit]': pageSizes.trafficSource })
  ])
  return { campaignId: id, campaign: answerOf(campaign, args), list: answerOf(list, args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData ? messages.titleOf(campaignTitle(viewCampaign(loaderData.campaign))) : messages.title
  )

/** The traffic sources of a campaign, and the sources to exclude from now on. */
export default function TrafficSourcesPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createTrafficSourceStores, loaderData)
  const sources = useStore(stores.$sources)
  const toggleProblem = useStore(stores.$toggleProblem)
  const pending = useStore(stores.$pending)
  const toast = useToast()
  const money = useReaderColumns([loaderData.campaign.data.attributes.asset])

  async function toggle(source: TrafficSource, by: 'unit' | 'site') {
    const run = by === 'unit' ? stores.toggleUnit : stores.toggleSite
    if (await run(source)) toast.show({ title: messages.done })
  }

  return (
    <CampaignFrame loaded={loaderData.campaign}>
      {({ asset, hours, hoursZone, ...choices }) => (
        <>
          <Card title={visitorsMessages.title}>
            <Facts
              facts={[
                ...visitorFacts(choices),
                [hoursMessages.title, hoursText(hours ?? [], hoursZone)]
              ]}
            />
          </Card>
          {toggleProblem && (
            <Notice tone="alarm" isLive>
              {problemText(toggleProblem)}
            </Notice>
          )}
          <Card title={messages.title} description={messages.text} isFlush>
            <Table
              caption={messages.title}
              isCaptionHidden
              columns={[...figureColumns(asset, money), choiceColumn(pending, toggle)]}
              rows={sources}
              rowKey={source => source.id}
              empty={
                <EmptyState icon="eye" title={messages.empty}>
                  {messages.emptyText}
                </EmptyState>
              }
            />
          </Card>
          <RestOfList list={stores} />
        </>
      )}
    </CampaignFrame>
  )
}

function figureColumns(asset: Asset, columns: MoneyColumn[]): TableColumn<TrafficSource>[] {
  return [
    {
      id: 'source',
      header: messages.columns.source,
      isRowHeader: true,
      render: source => nameOf(source)
    },
    {
      id: 'billable',
      header: messages.columns.billable,
      align: 'end',
      render: ({ attributes }) => formatCount(attributes.billable)
    },
    {
      id: 'clicked',
      header: messages.columns.clicked,
      align: 'end',
      render: ({ attributes }) => formatCount(attributes.clicked)
    },
    {
      id: 'spent',
      header: messages.columns.spent,
      align: 'end',
      isAmount: true,
      render: ({ attributes }) => (
        <ReaderAmount
          units={BigInt(attributes.spent)}
          asset={asset}
          columns={columns}
          size="small"
        />
      )
    }
  ]
}

function choiceColumn(
  pending: ReadonlySet<string>,
  toggle: (source: TrafficSource, by: 'unit' | 'site') => Promise<void>
): TableColumn<TrafficSource> {
  return {
    id: 'choice',
    header: messages.columns.choice,
    isHeaderHidden: true,
    align: 'end',
    render: source => {
      const { excluded_by_ad_unit, excluded_by_site, domain_name } = source.attributes
      return (
        <span className={layout.buttons}>
          <Button
            size="small"
            aria-pressed={excluded_by_ad_unit}
            isLoading={pending.has(source.id)}
            onClick={() => void toggle(source, 'unit')}
          >
            {excluded_by_ad_unit ? messages.unitExcluded : messages.excludeUnit}
            <VisuallyHidden> {nameOf(source)}</VisuallyHidden>
          </Button>
          {domain_name !== null && (
            <Button
              size="small"
              variant="quiet"
              aria-pressed={excluded_by_site}
              disabled={pending.has(source.id)}
              onClick={() => void toggle(source, 'site')}
            >
              {excluded_by_site ? messages.siteExcluded : messages.excludeSite}
              <VisuallyHidden> {nameOf(source)}</VisuallyHidden>
            </Button>
          )}
        </span>
      )
    }
  }
}

function nameOf({ id, attributes: { domain_name: domain, size } }: TrafficSource): string {
  return unitName({ id, domain, size })
}
