import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import { createCampaignsStores } from '@mille/stores/campaigns/campaigns.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { assetsIn, ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { selectColumn } from '../page/selection/select-column.tsx'
import { ViewsLine } from '../statistics/views-line.tsx'
import type { Route } from './+types/campaigns-page.ts'
import { CampaignBadge } from './campaign-badge.tsx'
import { campaignTitle, campaignMessages as messages } from './campaign-messages.ts'
import { ImportCampaigns } from './import-campaigns.tsx'
import { ManyCampaigns, NotChanged } from './many-campaigns.tsx'
import { PaymentText } from './payment-text.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [list, overview] = await Promise.all([
    api.campaigns.listCampaigns(),
    api.statistics.readOverview()
  ])
  return {
    list: answerOf(list, args),
    lines: answerOf(overview, args).data.attributes.campaign_lines
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createCampaignsStores, loaderData.list)
  const campaigns = useStore(stores.$campaigns)
  const failures = useStore(stores.many.$failures)
  const selected = useStore(stores.many.$selected)
  const money = useReaderColumns(assetsIn(campaigns))
  // Archived campaigns cannot be selected, because no action applies to them.
  const names = new Map(
    campaigns.flatMap(it => (it.state === 'archived' ? [] : [[it.id, campaignTitle(it)]]))
  )
  const box = selectColumn<CampaignView>(it => it.id, names, {
    selected,
    select: stores.many.select
  })
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          <>
            {campaigns.length > 0 && (
              <Button href="/api/v1/campaigns.csv" download>
                {messages.exportCsv}
              </Button>
            )}
            <ImportCampaigns />
            <NewCampaign isPrimary={campaigns.length > 0} />
          </>
        }
      />
      <Card isFlush>
        {names.size > 0 && (
          <ManyCampaigns stores={stores.many} campaigns={campaigns} names={names} />
        )}
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={[
            ...columnsWith(loaderData.lines, failures),
            ...moneyColumnsIn(money),
            ...(names.size > 0 ? [box] : [])
          ]}
          rows={campaigns}
          rowKey={campaign => campaign.id}
          empty={
            <EmptyState icon="chart" title={messages.emptyTitle} action={<NewCampaign isPrimary />}>
              {messages.emptyText}
            </EmptyState>
          }
        />
      </Card>
      <RestOfList list={stores} />
    </div>
  )
}

/** The price, balance and costs of each campaign in the reader's currency. */
function moneyColumnsIn(columns: readonly MoneyColumn[]): TableColumn<CampaignView>[] {
  const number = { align: 'end', isAmount: true } as const
  return [
    {
      ...{ id: 'price', header: messages.columns.price, ...number },
      render: ({ payment, asset }) => payment && <PaymentText {...{ payment, asset, columns }} />
    },
    {
      ...{ id: 'balance', header: messages.columns.balance, ...number },
      render: ({ balance, asset }) => <ReaderAmount units={balance} {...{ asset, columns }} />
    },
    {
      ...{ id: 'spent', header: messages.columns.spent, ...number },
      render: ({ spent, asset }) => <ReaderAmount units={spent} {...{ asset, columns }} />
    }
  ]
}

/**
 * The name, with the reason if a bulk change of the campaign failed, the status, and the views of the last two weeks.
 */
function columnsWith(
  lines: Readonly<Record<string, number[]>>,
  failures: ReadonlyMap<string, Problem>
): TableColumn<CampaignView>[] {
  return [
    {
      id: 'campaign',
      header: messages.columns.campaign,
      isRowHeader: true,
      render: campaign => (
        <>
          <Link href={`/campaigns/${campaign.id}`}>{campaignTitle(campaign)}</Link>
          <NotChanged problem={failures.get(campaign.id)} />
        </>
      )
    },
    {
      id: 'state',
      header: messages.columns.state,
      render: ({ status }) => <CampaignBadge status={status} />
    },
    {
      id: 'line',
      header: messages.columns.line,
      render: ({ id }) => <ViewsLine values={lines[id]} />
    }
  ]
}

/** The button is amber in only one place: in the empty list if there are no campaigns, otherwise in the header. */
function NewCampaign({ isPrimary }: { isPrimary: boolean }) {
  return (
    <Button href="/campaigns/quick" icon="plus" variant={isPrimary ? 'primary' : 'secondary'}>
      {messages.create}
    </Button>
  )
}
