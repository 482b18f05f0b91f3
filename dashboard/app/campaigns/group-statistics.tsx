import type { StatisticsGroup } from '@mille/api/statistics/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import {
  createGroupStatisticsStores,
  type Grouping
} from '@mille/stores/statistics/group-statistics.ts'
import type { DayRange } from '@mille/stores/statistics/statistics-view.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatCount } from '../page/formats.ts'
import { languageName } from '../page/language-name.ts'
import { problemText } from '../page/messages.ts'
import { ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { trafficSourceMessages } from './traffic-source-messages.ts'

const { groups: messages, columns: names } = trafficSourceMessages
const groupings = ['ad_unit', 'banner', 'language'] as const

export type GroupStatisticsProps = { campaignId: string; asset: Asset; range: DayRange }

/** The statistics of the same 30 days, by ad unit, banner or language. */
export function GroupStatistics({ campaignId, asset, range }: GroupStatisticsProps) {
  const api = useApi()
  const [by, setBy] = useState<Grouping>('ad_unit')
  const { from, to } = range
  const stores = useMemo(
    () => createGroupStatisticsStores(api, { id: campaignId, range: { from, to } }),
    [api, campaignId, from, to]
  )
  const state = useStore(stores.$groups)
  const columns = useReaderColumns([asset])
  useEffect(() => void stores.load(by), [stores, by])
  const isLoaded = state.status === 'loaded' && state.by === by
  const table = (
    <Table
      caption={messages.tabs[by]}
      isCaptionHidden
      columns={columnsFor(by, asset, columns)}
      rows={isLoaded ? state.groups : []}
      rowKey={group => group.id}
      isLoading={state.status !== 'error' && !isLoaded}
      empty={state.status === 'error' ? problemText(state.problem) : messages.none}
    />
  )
  return (
    <Card title={messages.title}>
      <Tabs
        label={messages.title}
        value={by}
        onChange={setBy}
        tabs={groupings.map(id => ({ id, label: messages.tabs[id], content: table }))}
      />
    </Card>
  )
}

function columnsFor(
  by: Grouping,
  asset: Asset,
  money: readonly MoneyColumn[]
): TableColumn<StatisticsGroup>[] {
  const count = (id: 'served' | 'viewable' | 'billable' | 'clicked', header: string) => ({
    id,
    header,
    align: 'end' as const,
    render: (group: StatisticsGroup) => formatCount(group[id])
  })
  const columns: TableColumn<StatisticsGroup>[] = [
    { id: 'name', header: messages.name, isRowHeader: true, render: group => nameOf(by, group) },
    count('served', messages.served),
    count('viewable', messages.viewable),
    count('billable', names.billable),
    count('clicked', names.clicked),
    {
      id: 'rejected',
      header: messages.rejected,
      align: 'end',
      render: ({ rejected }) =>
        formatCount(Object.values(rejected).reduce((sum, it) => sum + it, 0))
    }
  ]
  if (by === 'banner') return columns
  const spent: TableColumn<StatisticsGroup> = {
    id: 'spent',
    header: names.spent,
    align: 'end',
    isAmount: true,
    render: ({ money: spent }) =>
      spent && (
        <ReaderAmount units={BigInt(spent[asset])} asset={asset} columns={money} size="small" />
      )
  }
  return [...columns, spent]
}

function nameOf(by: Grouping, { id, name }: StatisticsGroup): string {
  if (by === 'language') return languageName(id)
  if (by === 'banner') return id === '0' ? messages.text : `${name} (${id})`
  return `${name || trafficSourceMessages.anonymous} (${id})`
}
