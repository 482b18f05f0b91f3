import type { TrafficSelectionSort } from '@mille/api/constants.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import type { TrafficSite } from '@mille/api/traffic-selection/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { type Sort, Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { memo } from 'react'
import { categoryLabels } from '../page/category-labels.ts'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { Choice, type TrafficSelectionStores } from './choice.tsx'
import { trafficSelectionMessages as messages } from './messages.ts'
import { Price } from './price.tsx'

export type TrafficTableProps = {
  stores: TrafficSelectionStores
  onDetails: (site: TrafficSite) => void
}

/** A table of the network's sites, seven per page. */
export const TrafficTable = memo(function TrafficTable({ stores, onDetails }: TrafficTableProps) {
  const table = useStore(stores.$table)
  const query = useStore(stores.$query)
  const choice: TableColumn<TrafficSite> = {
    id: 'choice',
    header: messages.columns.choice,
    isHeaderHidden: true,
    align: 'end',
    render: site => (
      <Choice
        stores={stores}
        type="site"
        item={{ id: site.id, name: site.attributes.domain_name }}
      />
    )
  }

  return (
    <div className={layout.tight}>
      <Filters stores={stores} />
      <Table
        caption={messages.tableCaption}
        isCaptionHidden
        columns={[...columnsFor(onDetails), choice]}
        rows={table.status === 'loading' ? [] : table.sites}
        rowKey={site => site.id}
        sort={sortOf(query.sort)}
        onSort={sort => void stores.setSort(nameOfSort(sort))}
        isLoading={table.status === 'loading' || table.status === 'idle'}
        skeletonRows={pageSizes.trafficSelection}
        empty={
          table.problem ? (
            <EmptyState
              icon="alert"
              title={messages.failed}
              action={<Button onClick={() => void stores.load()}>{commonMessages.retry}</Button>}
            >
              {problemText(table.problem)}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={messages.noSites}>
              {messages.noSitesText}
            </EmptyState>
          )
        }
      />
      <Pages stores={stores} />
    </div>
  )
})

type StoresProps = Pick<TrafficTableProps, 'stores'>

function Filters({ stores }: StoresProps) {
  const table = useStore(stores.$table)
  const query = useStore(stores.$query)
  const categoryOptions = [
    { value: 'all', label: messages.allCategories },
    ...table.categories.map(({ id, name }) => ({ value: id, label: categoryLabels[name] ?? name }))
  ]
  return (
    <div className={layout.pair}>
      <TextField
        label={messages.filter}
        name="filter"
        autoComplete="off"
        value={query.query}
        onChange={event => stores.setQuery(event.target.value)}
      />
      <Select
        label={messages.category}
        name="category"
        options={categoryOptions}
        value={query.categoryIds[0] ?? 'all'}
        onChange={id => void stores.setCategories(id === 'all' ? [] : [id])}
      />
    </div>
  )
}

function Pages({ stores }: StoresProps) {
  const table = useStore(stores.$table)
  const query = useStore(stores.$query)
  const pageCount = Math.max(1, Math.ceil(table.records / pageSizes.trafficSelection))
  return (
    <div className={`${layout.row} ${layout.between}`}>
      <Button
        size="small"
        disabled={query.page <= 1}
        onClick={() => void stores.setPage(query.page - 1)}
      >
        {messages.previous}
      </Button>
      <span className={`${layout.soft} ${layout.small}`} role="status">
        {table.problem ? '' : messages.page(query.page, pageCount)}
      </span>
      <Button
        size="small"
        disabled={query.page >= pageCount}
        onClick={() => void stores.setPage(query.page + 1)}
      >
        {messages.next}
      </Button>
    </div>
  )
}

function columnsFor(onDetails: (site: TrafficSite) => void): TableColumn<TrafficSite>[] {
  return [
    {
      id: 'domain_name',
      header: messages.columns.site,
      isRowHeader: true,
      isSortable: true,
      render: site => (
        <button type="button" className={layout.textButton} onClick={() => onDetails(site)}>
          {site.attributes.domain_name}
        </button>
      )
    },
    {
      id: 'avg_all_cpm',
      header: messages.columns.cpm,
      align: 'end',
      isAmount: true,
      isSortable: true,
      render: ({ attributes }) => <Price units={attributes.avg_all_cpm} />
    },
    {
      id: 'avg_all_impressions',
      header: messages.columns.impressions,
      align: 'end',
      isSortable: true,
      render: ({ attributes }) => formatCount(attributes.avg_all_impressions)
    }
  ]
}

function sortOf(sort: TrafficSelectionSort): Sort {
  const isDescending = sort.startsWith('-')
  return {
    columnId: isDescending ? sort.slice(1) : sort,
    direction: isDescending ? 'descending' : 'ascending'
  }
}

function nameOfSort({ columnId, direction }: Sort): TrafficSelectionSort {
  return `${direction === 'descending' ? '-' : ''}${columnId}` as TrafficSelectionSort
}
