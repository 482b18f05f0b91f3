import {
  type CampaignBreakdown,
  campaignBreakdowns,
  createCampaignBreakdownStores
} from '@mille/stores/reports/campaign-breakdown.ts'
import type { DayRange } from '@mille/stores/statistics/statistics-view.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatCount } from '../page/formats.ts'
import { problemText } from '../page/messages.ts'
import { useReaderColumns } from '../page/money/money.tsx'
import { plainColumns } from '../reports/report-table.tsx'
import { assetsOf } from '../reports/report-words.ts'
import { breakdownMessages as messages } from './breakdown-messages.ts'

/** What there is no room for beside the amounts. The report has them. */
const hidden: readonly string[] = ['served', 'viewable', 'rejected']

export type BreakdownCardProps = { campaignId: string; range: DayRange }

/** The same 30 days by ad unit, country, device, language or banner: the rows with the most billable views. */
export function BreakdownCard({ campaignId, range }: BreakdownCardProps) {
  const api = useApi()
  const [by, setBy] = useState<CampaignBreakdown>('ad_unit')
  const { from, to } = range
  const stores = useMemo(
    () => createCampaignBreakdownStores(api, { id: campaignId, range: { from, to } }),
    [api, campaignId, from, to]
  )
  const state = useStore(stores.$breakdown)
  useEffect(() => void stores.load(by), [stores, by])
  const report = state.status === 'loaded' && state.by === by ? state.report : null
  const total = report?.data.attributes.total
  const shown = useReaderColumns(total ? assetsOf(total, null) : ['BTC'])
  const search = `side=advertiser&campaign=${campaignId}&by=${by}`
  const records = report?.meta.pagination.records ?? 0
  const rows = report?.data.attributes.rows ?? []
  const table = (
    <Table
      caption={messages.tabs[by]}
      isCaptionHidden
      columns={plainColumns(
        { side: 'advertiser', breakdown: by },
        total && !total.money ? [] : shown,
        hidden
      )}
      rows={rows}
      rowKey={row => row.key}
      isLoading={state.status !== 'error' && report === null}
      empty={state.status === 'error' ? problemText(state.problem) : messages.none}
    />
  )
  return (
    <Card
      title={messages.title}
      actions={
        <Button size="small" href={`/reports?${search}`}>
          {records > rows.length ? messages.all(formatCount(records)) : messages.report}
        </Button>
      }
    >
      <Tabs
        label={messages.title}
        value={by}
        onChange={setBy}
        tabs={campaignBreakdowns.map(id => ({ id, label: messages.tabs[id], content: table }))}
      />
    </Card>
  )
}
