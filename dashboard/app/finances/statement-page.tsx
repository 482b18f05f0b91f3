import { type Asset, assets } from '@mille/money/amount.ts'
import {
  filterOfSearch,
  historyQuery,
  searchOfFilter,
  operationTypes as types
} from '@mille/stores/finances/history-filter.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Facts } from '../page/facts.tsx'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/statement-page.ts'
import styles from './finances.module.css'
import { financeMessages, statementMessages as messages, operationTypes } from './messages.ts'
import { OperationsTable } from './operations-table.tsx'

const pageSize = 100
/** Maximum number of API pages on a printed statement. The CSV file contains the rest. */
const maxPages = 20

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const filter = filterOfSearch(new URL(args.request.url).searchParams)
  const account = answerOf(await readAccount(), args).data
  const read = async (offset: number) =>
    answerOf(
      await api.finances.readHistory({
        userId: account.id,
        ...historyQuery(filter),
        'page[offset]': offset,
        'page[limit]': pageSize
      }),
      args
    )
  const first = await read(0)
  const { records } = first.meta.pagination
  const operations = [...first.data]
  for (let page = 1; page < maxPages && operations.length < records; page++)
    operations.push(...(await read(page * pageSize)).data)
  return { account, filter, operations, records }
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

/** A printable statement of the movements between two days. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { account, filter, operations, records } = loaderData
  const dates = operations.map(it => it.attributes.date).sort()
  const from = filter.startDate || dates[0] || ''
  const to = filter.endDate || dates.at(-1) || ''
  const name = account.attributes.email ?? account.attributes.username ?? account.id
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        back={{
          href: `/finances/history?${searchOfFilter(filter)}`,
          label: financeMessages.operations
        }}
        description={
          from === '' ? undefined : messages.description(formatDate(from), formatDate(to))
        }
        actions={
          <span className={styles.noPrint}>
            <Button onClick={() => window.print()}>{messages.print}</Button>
          </span>
        }
      />
      {operations.length < records && (
        <Notice>
          {operations.length} / {records}
        </Notice>
      )}
      <div className={styles.balances}>
        {assets.map(asset => (
          <Card key={asset}>
            <Facts facts={[[messages.account, name], ...sumsIn(asset, operations)]} />
          </Card>
        ))}
      </div>
      <Card title={financeMessages.operations} isFlush>
        <OperationsTable operations={operations} />
      </Card>
    </div>
  )
}

type Loaded = Awaited<ReturnType<typeof load>>

/** Sums the movements in one currency. Reversed operations do not count. */
function sumsIn(asset: Asset, operations: Loaded['operations']) {
  const counted = operations.filter(
    it => it.attributes.currency === asset && it.attributes.state === 'done'
  )
  const sumOf = (chosen: typeof counted) =>
    chosen.reduce((sum, it) => sum + BigInt(it.attributes.amount), 0n)
  const rows = types.map(
    type =>
      [operationTypes[type], sumOf(counted.filter(it => it.attributes.type === type))] as const
  )
  return [...rows, [messages.total, sumOf(counted)] as const].map(
    ([name, units]) =>
      [name, <Amount key={name} units={units} asset={asset} size="small" />] as const
  )
}
