import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { assets } from '@mille/money/amount.ts'
import { createAdUnitsStores } from '@mille/stores/ad-units/ad-units.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { Money, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { ViewsLine } from '../statistics/views-line.tsx'
import type { Route } from './+types/ad-units-page.ts'
import { adUnitMessages as messages } from './messages.ts'
import { SiteBadge } from './site-badge.tsx'
import { sizeLabel } from './size-picture.tsx'

const maxSites = 100

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [units, sites, overview] = await Promise.all([
    api.adUnits.listAdUnits(),
    api.sites.listSites({ 'page[limit]': maxSites }),
    api.statistics.readOverview()
  ])
  const list = answerOf(units, args)
  return {
    units: list.data,
    records: list.meta.pagination.records,
    sites: answerOf(sites, args).data,
    lines: answerOf(overview, args).data.attributes.ad_unit_lines
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function AdUnitsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createAdUnitsStores, loaderData)
  const units = useStore(stores.$units)
  const money = useReaderColumns(assets)
  const newUnit = (
    <Button href="/ad-units/quick" icon="plus" variant="primary">
      {messages.create}
    </Button>
  )
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          units.length > 0 && (
            <>
              <Button href="/ad-units/approval">{messages.approveAds}</Button>
              <Button href="/ad-units/blocking/">{messages.blockedAds}</Button>
              {newUnit}
            </>
          )
        }
      />
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columnsFor(stores.siteOf, loaderData.lines, money)}
          rows={units}
          rowKey={unit => unit.id}
          empty={
            <EmptyState icon="coin" title={messages.emptyTitle} action={newUnit}>
              {messages.emptyText}
            </EmptyState>
          }
        />
      </Card>
      <RestOfList list={stores} />
    </div>
  )
}

function columnsFor(
  siteOf: ReturnType<typeof createAdUnitsStores>['siteOf'],
  lines: Readonly<Record<string, number[]>>,
  money: readonly MoneyColumn[]
) {
  return [
    {
      id: 'unit',
      header: messages.columns.unit,
      isRowHeader: true,
      render: ({ id, attributes }: AdUnit) => (
        <Link href={`/ad-units/${id}`}>{attributes.name}</Link>
      )
    },
    {
      id: 'site',
      header: messages.columns.site,
      render: (unit: AdUnit) => {
        if (unit.attributes.state === 'archived') return <Badge>{messages.archived}</Badge>
        const site = siteOf(unit)
        return site && <SiteBadge state={site.attributes.state} />
      }
    },
    {
      id: 'line',
      header: messages.columns.line,
      render: ({ id }: AdUnit) => <ViewsLine values={lines[id]} />
    },
    {
      id: 'size',
      header: messages.columns.size,
      render: ({ attributes }: AdUnit) => sizeLabel(attributes.size)
    },
    ...money.map(column => ({
      id: column.asset,
      header: messages.columns.earned(column.unit),
      align: 'end' as const,
      isAmount: true,
      render: ({ attributes: { balances } }: AdUnit) => (
        <Money amount={column.amountOf(balances)} column={column} money={balances} />
      )
    }))
  ]
}
