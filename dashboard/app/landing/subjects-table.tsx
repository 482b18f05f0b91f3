import type { TrafficCategory } from '@mille/api/traffic-selection/endpoints.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { categoryLabels } from '../page/category-labels.ts'
import { formatCount } from '../page/formats.ts'
import { adSolutions as messages } from './messages.ts'

/** A table of the categories with their traffic and past prices. */
export function SubjectsTable({ subjects }: { subjects: readonly TrafficCategory[] }) {
  return (
    <Table
      caption={messages.tableTitle}
      isCaptionHidden
      columns={columns}
      rows={subjects}
      rowKey={it => it.id}
      empty={messages.empty}
    />
  )
}

const columns: TableColumn<TrafficCategory>[] = [
  {
    id: 'category',
    header: messages.columns.category,
    isRowHeader: true,
    render: ({ attributes }) => categoryLabels[attributes.name] ?? attributes.name
  },
  {
    id: 'units',
    header: messages.columns.units,
    align: 'end',
    render: ({ attributes }) => formatCount(attributes.ad_units_count)
  },
  {
    id: 'views',
    header: messages.columns.views,
    align: 'end',
    render: ({ attributes }) => formatCount(attributes.avg_all_impressions)
  },
  {
    id: 'cpm',
    header: messages.columns.cpm,
    align: 'end',
    isAmount: true,
    render: ({ attributes: { avg_all_cpm } }) =>
      avg_all_cpm === null ? (
        '–'
      ) : (
        <ComparedAmount units={BigInt(avg_all_cpm)} asset="BTC" size="small" />
      )
  }
]
