import { type ReportFilterName, reportFilters } from '@mille/api/reports/constants.ts'
import type { Report, ReportRow } from '@mille/api/reports/endpoints.ts'
import { campaignPathOf } from '@mille/stores/campaign-wizard/traffic-source.ts'
import {
  breakdownsOf,
  canFilterBy,
  type ReportSort,
  type ReportView,
  reportFilePath,
  rowsOnPage,
  searchOfView
} from '@mille/stores/reports/report-view.ts'
import type { LoadedExclusions } from '@mille/stores/traffic-sources/exclusions.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Pagination } from '@mille/ui/pagination/pagination.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type ReactNode, Suspense } from 'react'
import { Form } from 'react-router'
import { formatCount, formatRate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { Money } from '../page/money/money.tsx'
import { type MoneyColumn, pricePerThousand } from '../page/money/shown-money.ts'
import { KeptChoices } from './kept-choices.tsx'
import { reportMessages as messages } from './messages.ts'
import styles from './report.module.css'
import { type Figures, formatKnown, placesNotes, rowName } from './report-words.ts'

const AdvertiserRows = lazyPart(async () => (await import('./advertiser-rows.tsx')).AdvertiserRows)
const ExcludableRows = lazyPart(async () => (await import('./exclude-rows.tsx')).ExcludableRows)
/** Whether rows have names that can be searched and sorted. */
const isNamed = (breakdown: ReportView['breakdown']) =>
  breakdown === 'advertiser' || reportFilters.some(it => it === breakdown)

/** Pages of the table are links to this element, so that they begin at its first row. */
const rowsId = 'rows'

export type ReportTableProps = {
  view: ReportView
  report: Report
  shown: readonly MoneyColumn[]
  onChange: (change: Partial<ReportView>) => void
  onToggle: (name: ReportFilterName, key: string) => void
  /** The loaded exclusions. Null if rows of this report cannot be excluded. */
  exclusions: LoadedExclusions | null
}

/** The report's sums by one dimension. Pressing a row's name filters the whole report by it. */
export function ReportTable(props: ReportTableProps) {
  const { view, report, shown, exclusions, onChange, onToggle } = props
  const { attributes } = report.data
  const { rows, total } = attributes
  const { records } = report.meta.pagination
  const pageSize = rowsOnPage(view.breakdown)
  const columns = columnsFor(view, total.money ? shown : [], onToggle, attributes.for_sale)
  const tableOf = (columns: readonly TableColumn<ReportRow>[]) => tableWith(columns, props)
  return (
    <Card
      title={messages.breakdowns[view.breakdown]}
      description={descriptionOf(view, attributes)}
      isFlush
      actions={
        <Button size="small" href={reportFilePath(view)} download>
          {messages.download}
        </Button>
      }
    >
      <div id={rowsId} className={styles.tableControls}>
        <BreakdownSelect view={view} onChange={onChange} />
        {isNamed(view.breakdown) && <SearchForm key={view.breakdown} view={view} />}
      </div>
      {view.side === 'publisher' && view.breakdown === 'advertiser' ? (
        <Suspense fallback={tableOf(columns)}>
          <AdvertiserRows {...{ columns, tableOf, total, advertisers: attributes.advertisers }} />
        </Suspense>
      ) : exclusions ? (
        <Suspense fallback={tableOf(columns)}>
          <ExcludableRows
            {...{ exclusions, columns, tableOf }}
            rows={excludableOf(view, rows)}
            campaign={campaignOf(exclusions.campaignId, attributes.filters)}
          />
        </Suspense>
      ) : (
        tableOf(columns)
      )}
      {records > pageSize && (
        <div className={styles.pages}>
          <Pagination
            label={messages.pages}
            page={view.page}
            pageCount={Math.ceil(records / pageSize)}
            hrefFor={page => `?${searchOfView({ ...view, page })}#${rowsId}`}
          />
        </div>
      )}
    </Card>
  )
}

type RefusedTableProps = Pick<ReportTableProps, 'view' | 'onChange'> & { refusal: string }

/** Says why the rows of a report could not be read, in their place. Other rows can be selected. */
export function RefusedTable({ view, refusal, onChange }: RefusedTableProps) {
  return (
    <Card title={messages.breakdowns[view.breakdown]}>
      <div className={layout.stack}>
        <BreakdownSelect view={view} onChange={onChange} />
        <Notice tone="warning" isLive>
          {refusal}
        </Notice>
      </div>
    </Card>
  )
}

function BreakdownSelect({ view, onChange }: Pick<ReportTableProps, 'view' | 'onChange'>) {
  return (
    <Select
      label={messages.breakdown}
      name="by"
      options={breakdownsOf(view).map(value => ({ value, label: messages.breakdowns[value] }))}
      value={view.breakdown}
      onChange={breakdown => onChange({ breakdown })}
    />
  )
}

function tableWith(
  columns: readonly TableColumn<ReportRow>[],
  { view, report, onChange }: ReportTableProps
) {
  const { rows, total } = report.data.attributes
  return (
    <Table
      caption={messages.breakdowns[view.breakdown]}
      isCaptionHidden
      columns={columns}
      rows={rows}
      rowKey={row => row.key}
      sort={{
        columnId: view.sort === 'key' ? 'name' : view.sort,
        direction: view.isDescending ? 'descending' : 'ascending'
      }}
      onSort={sort => onChange(sortOf(view, sort))}
      footer={footerOf(columns, total)}
      empty={<NoRows view={view} />}
    />
  )
}

/** Returns the rows that can be excluded. The row `0`, which belongs to no site or ad unit, cannot. */
function excludableOf(view: ReportView, rows: readonly ReportRow[]) {
  return rows
    .filter(row => row.key !== '0')
    .map(row => ({ key: row.key, name: rowName(view.breakdown, row) }))
}

function campaignOf(id: string | null, filters: Report['data']['attributes']['filters']) {
  const filter = filters.find(it => it.group_by === 'campaign' && it.key === id)
  return id === null ? null : { id, title: rowName('campaign', filter ?? { key: id, name: '' }) }
}

/** Returns notes on why some figures are missing. */
function descriptionOf(view: ReportView, attributes: Report['data']['attributes']) {
  const notes = placesNotes(attributes)
  if (view.breakdown === 'country' || view.filters.country) notes.push(messages.fewViews)
  if (view.breakdown === 'system' || view.filters.system) notes.push(messages.fewViewsOfSystem)
  if (view.breakdown === 'advertiser') notes.push(messages.advertisers.note)
  if (notes.length > 0) return notes.join(' ')
  return attributes.total.money ? undefined : messages.noMoney
}

/** Returns the new sort order. Names of times are sorted by their key, not alphabetically. */
function sortOf(
  view: ReportView,
  { columnId, direction }: { columnId: string; direction: string }
) {
  const isTime = !isNamed(view.breakdown)
  const sort = (columnId === 'name' && isTime ? 'key' : columnId) as ReportSort
  // The first press sorts names from A and figures from the largest.
  const isNew = sort !== view.sort
  return { sort, isDescending: isNew ? columnId !== 'name' : direction === 'descending' }
}

function SearchForm({ view }: { view: ReportView }) {
  return (
    <Form method="get" role="search" className={styles.search} preventScrollReset>
      <KeptChoices search={searchOfView({ ...view, page: 1 })} without={['search']} />
      <TextField
        label={messages.searchLabel}
        name="search"
        type="search"
        maxLength={100}
        defaultValue={view.search}
      />
      <Button type="submit" icon="search">
        {messages.search}
      </Button>
    </Form>
  )
}

function NoRows({ view }: { view: ReportView }) {
  const isNarrowed = Object.keys(view.filters).length > 0 || view.search !== ''
  return (
    <EmptyState icon="chart" title={isNarrowed ? messages.emptyFiltered : messages.empty}>
      {messages.emptyText}
    </EmptyState>
  )
}

/** Returns the footer with the sums of all rows. */
export function footerOf(columns: readonly TableColumn<ReportRow>[], total: Figures) {
  const sums = columns.map(it => [it.id, it.render({ key: '', name: '', ...total })])
  return { ...Object.fromEntries(sums), name: messages.total }
}

/** What the columns depend on. */
type ColumnsOf = Pick<ReportView, 'side' | 'breakdown' | 'filters'>

/** Returns columns for a few rows of a report on another page, without links and the `hidden` columns. */
export function plainColumns(
  of: Omit<ColumnsOf, 'filters'>,
  shown: readonly MoneyColumn[],
  hidden: readonly string[]
): TableColumn<ReportRow>[] {
  return columnsFor({ ...of, filters: {} }, shown, null).filter(({ id }) => !hidden.includes(id))
}

/** Without `onToggle`, names are plain text. Rows whose keys are `forSale` have a link to a new campaign. */
export function columnsFor(
  view: ColumnsOf,
  shown: readonly MoneyColumn[],
  onToggle: ReportTableProps['onToggle'] | null,
  forSale: readonly string[] = []
): TableColumn<ReportRow>[] {
  const number = (id: ReportSort, header: string, render: (row: Figures) => ReactNode) => ({
    ...{ id, header, render },
    align: 'end' as const,
    isSortable: true
  })
  const asked = [
    number('requests', messages.metrics.requests, it => formatKnown(it.requests)),
    number('fill_rate', messages.metrics.fill_rate, it =>
      formatRate(it.filled ?? 0, it.requests ?? 0)
    )
  ]
  const price = (column: MoneyColumn) => ({
    id: `price_${column.asset}`,
    header: messages.price(column.unit),
    align: 'end' as const,
    isAmount: true,
    render: (row: Figures) => priceOf(row, column)
  })
  const money = shown.flatMap(column => [
    {
      ...number(column.asset, moneyLabel(view, column), it => amountOf(it, column)),
      ...{ isAmount: true, isSortable: column.isSortable }
    },
    // With two currencies, price columns would leave no room for names. The tiles show both prices.
    ...(shown.length > 1 ? [] : [price(column)])
  ])
  return [
    {
      id: 'name',
      header: messages.name,
      isRowHeader: true,
      isSortable: true,
      render: row => (
        <div>
          <RowName view={view} row={row} onToggle={onToggle} />
          {forSale.includes(row.key) && <AdvertiseLink view={view} row={row} />}
        </div>
      )
    },
    ...(view.side !== 'advertiser' && !isOfAds(view.breakdown)
      ? asked
      : [number('served', messages.metrics.served, it => formatKnown(it.served))]),
    number('viewable', messages.metrics.viewable, it => formatCount(it.viewable)),
    number('billable', messages.metrics.billable, it => formatCount(it.billable)),
    number('clicked', messages.metrics.clicked, it => formatCount(it.clicked)),
    number('click_rate', messages.metrics.click_rate, it => formatRate(it.clicked, it.billable)),
    ...(view.side === 'publisher'
      ? [
          number('viewable_rate', messages.metrics.viewable_rate, it =>
            formatRate(it.viewable, it.rendered ?? 0)
          )
        ]
      : []),
    number('rejected', messages.rejected, it => formatKnown(it.rejected)),
    ...money
  ]
}

/** Whether rows say what was shown, to which no request belongs. */
const isOfAds = (breakdown: ReportView['breakdown']) =>
  breakdown === 'advertiser' || breakdown === 'creative'

function RowName({
  view,
  row,
  onToggle
}: {
  view: ColumnsOf
  row: ReportRow
  onToggle: ReportTableProps['onToggle'] | null
}) {
  const words = rowName(view.breakdown, row)
  const name = view.breakdown
  if (!onToggle || !canFilterBy(view.side, name) || view.filters[name]?.includes(row.key))
    return words
  return (
    <button
      type="button"
      className={layout.textButton}
      title={messages.addFilter(words)}
      onClick={() => onToggle(name, row.key)}
    >
      {words}
    </button>
  )
}

/** A link to a new campaign that starts with the site or ad unit of the row. */
function AdvertiseLink({ view: { breakdown }, row }: { view: ColumnsOf; row: ReportRow }) {
  if (breakdown !== 'site' && breakdown !== 'ad_unit') return null
  return (
    <span className={styles.advertise}>
      <Link href={campaignPathOf(breakdown, row.key)}>
        {messages.advertise[breakdown]}
        <VisuallyHidden> {rowName(breakdown, row)}</VisuallyHidden>
      </Link>
    </span>
  )
}

function moneyLabel(view: ColumnsOf, { unit }: MoneyColumn): string {
  return `${view.side === 'publisher' ? messages.earned : messages.spent}, ${unit}`
}

function amountOf({ money }: Figures, column: MoneyColumn) {
  return (
    money && <Money amount={column.amountOf(money)} column={column} money={money} size="small" />
  )
}

function priceOf(row: Figures, column: MoneyColumn) {
  const amount = pricePerThousand(row, column)
  // A price has no tooltip with the amounts charged, because those belong to the whole sum.
  return amount === null ? '–' : <Money {...{ amount, column }} money={null} size="small" />
}
