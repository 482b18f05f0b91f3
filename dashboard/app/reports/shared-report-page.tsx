import type { SharedReport } from '@mille/api/report-links/endpoints.ts'
import { viewOfSaved } from '@mille/stores/reports/report-links.ts'
import type { ReportView } from '@mille/stores/reports/report-view.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { data } from 'react-router'
import { formatCount, formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/shared-report-page.ts'
import { reportMessages } from './messages.ts'
import { ReportFigures } from './report-figures.tsx'
import { columnsFor, footerOf } from './report-table.tsx'
import { assetsOf, rowName, wholeOrNull } from './report-words.ts'
import { sharedMessages as messages } from './share-messages.ts'

type Shared = SharedReport['data']['attributes']

async function load(args: LoadArgs<{ token: string }>) {
  const { api } = args.context.get(pageContext)
  const { token } = args.params
  const nowMs = Date.now()
  const read = await api.reportLinks.readSharedReport({ token })
  // An incomplete address is answered in the same way as a revoked link.
  const isGone = !read.ok && (read.code === 'not_found' || read.code === 'invalid')
  if (isGone) return data({ token, nowMs, shared: null }, { status: 404 })
  return data({ token, nowMs, shared: answerOf(read, args).data.attributes })
}

export const loader = load
export const clientLoader = load
/** Search engines must not index this page, which is only for people who received its link. */
export const meta = ({ matches }: TitleArgs) => [
  ...pageTitle(matches, messages.title),
  { name: 'robots', content: 'noindex' }
]

/** A report as its owner has configured it, for anyone with the link. It has no controls that show more data. */
export default function SharedReportPage({ loaderData }: Route.ComponentProps) {
  const { shared, token, nowMs } = loaderData
  if (!shared)
    return (
      <div className={layout.stack}>
        <PageHeader title={messages.gone} description={messages.goneText} />
        <div>
          <Button href="/">{messages.home}</Button>
        </div>
      </div>
    )
  return <SharedFigures {...{ shared, token, nowMs }} />
}

type FiguresProps = { shared: Shared; token: string; nowMs: number }

function SharedFigures({ shared, token, nowMs }: FiguresProps) {
  const { line, name } = shared
  const before = shared.before && wholeOrNull(shared.before)
  const view = viewOfSaved(shared.view, line)
  const columns = useReaderColumns(assetsOf(line.total, before?.total ?? null))
  return (
    <div className={layout.stack}>
      <PageHeader
        title={name}
        description={messages.description(formatDate(line.from), formatDate(line.to))}
      />
      {line.filters.length > 0 && (
        <p>
          {messages.filters}{' '}
          {line.filters
            .map(it => `${reportMessages.filterNames[it.group_by]}: ${rowName(it.group_by, it)}`)
            .join(', ')}
        </p>
      )}
      <ReportFigures {...{ view, line, before, nowMs, columns }} />
      <SharedTable
        view={view}
        table={shared.table}
        records={shared.records}
        columns={columns}
        token={token}
      />
    </div>
  )
}

type SharedTableProps = Pick<Shared, 'table' | 'records'> & {
  view: ReportView
  columns: readonly MoneyColumn[]
  token: string
}

function SharedTable({ view, table, records, columns: ofMoney, token }: SharedTableProps) {
  const shown = table.total.money ? ofMoney : []
  const columns = columnsFor(view, shown, null)
  const caption = reportMessages.breakdowns[view.breakdown]
  return (
    <Card
      title={caption}
      description={
        table.rows.length < records
          ? messages.firstRows(table.rows.length, formatCount(records))
          : undefined
      }
      isFlush
      actions={
        <Button
          size="small"
          href={`/api/v1/shared_reports.csv?token=${encodeURIComponent(token)}`}
          download
        >
          {reportMessages.download}
        </Button>
      }
    >
      <Table
        caption={caption}
        isCaptionHidden
        columns={columns}
        rows={table.rows}
        rowKey={row => row.key}
        footer={footerOf(columns, table.total)}
        empty={<EmptyState icon="chart" title={reportMessages.empty} />}
      />
    </Card>
  )
}
