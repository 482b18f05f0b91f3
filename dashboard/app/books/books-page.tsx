import type { Books, BooksSettlement, BooksTotal } from '@mille/api/books/endpoints.ts'
import { createOpenBooksStores } from '@mille/stores/open-books/open-books.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import { formatCount, formatMoment, formatPeriod } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { useWhileVisible } from '../page/use-while-visible.ts'
import type { Route } from './+types/books-page.ts'
import { booksMessages as messages } from './messages.ts'
import { ReservesCard } from './reserves-card.tsx'
import { ViewsCard } from './views-card.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.books.readBooks(), args).data.attributes
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

const everyMs = 30_000
/**
 * Maximum number of settlement periods shown. The API returns more, but a longer list is tedious to scroll on a phone.
 */
const shownSettlements = 12

/** The network's public books: what the network publishes about its own money. */
export default function BooksPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createOpenBooksStores, loaderData)
  const books = useStore(stores.$books)
  useWhileVisible(stores.refresh, everyMs)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.lead(formatMoment(books.at))} />
      <StatTiles>
        <SumTile label={messages.paidToday} totals={books.totals} part="publishers" of="today" />
        <SumTile
          label={messages.paidMonth}
          totals={books.totals}
          part="publishers"
          of="last_30_days"
        />
        <SumTile label={messages.paidEver} totals={books.totals} part="publishers" of="ever" />
        <SumTile label={messages.feesMonth} totals={books.totals} part="fees" of="last_30_days" />
      </StatTiles>
      <div className={`${layout.columns} ${layout.even}`}>
        <ReservesCard reserves={books.reserves} />
        <CheckCard />
      </div>
      <TotalsCard totals={books.totals} />
      <ViewsCard views={books.views} />
      <SettlementsCard settlements={books.settlements} />
    </div>
  )
}

type Part = keyof typeof messages.rows
type Period = keyof typeof messages.periods
type SumTileProps = { label: string; totals: Books['totals']; part: Part; of: Period }

/** A tile with the first currency in large digits and the other currencies below. */
function SumTile({ label, totals, part, of }: SumTileProps) {
  const [first, ...others] = totals.map(it => (
    <Amount key={it.asset} units={BigInt(it[part][of])} asset={it.asset} />
  ))
  return <StatTile label={label} value={first} detail={others} />
}

function CheckCard() {
  return (
    <Card title={messages.check}>
      <div className={layout.tight}>
        <p>{messages.checkText}</p>
        <div className={layout.row}>
          <Button href="/transparency">{messages.log}</Button>
          <Button href="/verify">{messages.verify}</Button>
        </div>
      </div>
    </Card>
  )
}

const parts = Object.keys(messages.rows) as Part[]
const periods = Object.keys(messages.periods) as Period[]

function TotalsCard({ totals }: { totals: Books['totals'] }) {
  const rows = parts.flatMap(part => totals.map(total => ({ part, total })))
  return (
    <>
      <Card title={messages.totals} description={messages.totalsText} isFlush>
        <Table
          caption={messages.totals}
          isCaptionHidden
          columns={totalColumns}
          rows={rows}
          rowKey={({ part, total }) => `${part} ${total.asset}`}
        />
      </Card>
      <Card title={messages.includesTitle}>
        <div className={layout.tight}>
          {messages.includes.map(it => (
            <p key={it}>{it}</p>
          ))}
        </div>
      </Card>
    </>
  )
}

const totalColumns: TableColumn<{ part: Part; total: BooksTotal }>[] = [
  {
    id: 'total',
    header: messages.total,
    isRowHeader: true,
    render: ({ part, total }) => messages.inAsset(messages.rows[part], total.asset)
  },
  ...periods.map(period => ({
    id: period,
    header: messages.periods[period],
    align: 'end' as const,
    isAmount: true,
    render: ({ part, total }: { part: Part; total: BooksTotal }) => (
      <Amount units={BigInt(total[part][period])} asset={total.asset} />
    )
  }))
]

function SettlementsCard({ settlements }: { settlements: Books['settlements'] }) {
  return (
    <Card title={messages.settlements} description={messages.settlementsText} isFlush>
      <Table
        caption={messages.settlements}
        isCaptionHidden
        columns={settlementColumns}
        rows={settlements.slice(0, shownSettlements)}
        rowKey={it => `${it.window_start} ${it.asset}`}
        empty={messages.noSettlements}
      />
    </Card>
  )
}

const amountColumn = (
  id: 'charged' | 'publishers' | 'fee' | 'referral',
  header: string
): TableColumn<BooksSettlement> => ({
  id,
  header,
  align: 'end',
  isAmount: true,
  render: it => <Amount units={BigInt(it[id])} asset={it.asset} />
})

const settlementColumns: TableColumn<BooksSettlement>[] = [
  {
    id: 'period',
    header: messages.period,
    isRowHeader: true,
    render: it => formatPeriod(it.window_start, it.window_end)
  },
  {
    id: 'billable',
    header: messages.billableColumn,
    align: 'end',
    render: it => formatCount(it.billable)
  },
  {
    id: 'campaigns',
    header: messages.campaigns,
    align: 'end',
    render: it => (it.campaigns === null ? messages.fewCampaigns : formatCount(it.campaigns))
  },
  amountColumn('charged', messages.charged),
  amountColumn('publishers', messages.toPublishers),
  amountColumn('fee', messages.fee),
  amountColumn('referral', messages.referral)
]
