import type { OperationDocument } from '@mille/api/finances/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { useReaderColumns } from '../page/money/money.tsx'
import { exactText } from '../page/money/shown-money.ts'
import { WithWorth } from '../page/money/worth.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/operation-page.ts'
import {
  financeMessages,
  operationMessages as messages,
  operationStates,
  operationTypes
} from './messages.ts'
import { MovedAmount } from './moved-amount.tsx'
import { momentOf, Source } from './operations-table.tsx'

async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  const userId = answerOf(await readAccount(), args).data.id
  return answerOf(await api.finances.readOperation({ userId, id: args.params.id }), args)
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.facts.type)

/** One movement of money, with its ledger entries. */
export default function OperationPage({ loaderData }: Route.ComponentProps) {
  const { attributes } = loaderData.data
  const { type, date, source, state, reference, amount, currency } = attributes
  const { label, tone, text } = operationStates[state]
  const facts = messages.facts
  const exact = exactText(BigInt(amount), currency)
  const columns = useReaderColumns([currency])
  return (
    <div className={layout.stack}>
      <PageHeader
        title={operationTypes[type]}
        badge={<Badge tone={tone}>{label}</Badge>}
        back={{ href: '/finances/history', label: financeMessages.operations }}
      />
      {text !== undefined && <Notice tone="warning">{text}</Notice>}
      <Card>
        <Facts
          facts={[
            [
              facts.amount,
              <WithWorth key="amount" units={BigInt(amount)} asset={currency} columns={columns}>
                <Amount units={BigInt(amount)} asset={currency} />
              </WithWorth>
            ],
            ...(exact === null ? [] : [[facts.exact, exact] as const]),
            [
              facts.date,
              <time key="date" dateTime={date}>
                {momentOf(attributes)}
              </time>
            ],
            [facts.source, <Source key="source" source={source} />],
            [facts.reference, <code key="reference">{reference}</code>]
          ]}
        />
      </Card>
      <Card title={messages.entries} description={messages.entriesText} isFlush>
        <Table
          caption={messages.entries}
          isCaptionHidden
          columns={columnsIn(currency)}
          rows={loaderData.meta.entries}
          rowKey={it => `${it.transfer} ${it.account.type} ${it.account.kind}`}
          empty={<EmptyState icon="coin" title={messages.noEntries} />}
        />
      </Card>
    </div>
  )
}

type Entry = OperationDocument['meta']['entries'][number]

const columnsIn = (currency: 'BTC' | 'USD') => [
  {
    id: 'transfer',
    header: messages.columns.transfer,
    isRowHeader: true,
    render: (it: Entry) => (
      <>
        {it.transfer} <span className={`${layout.soft} ${layout.small}`}>{words(it.kind)}</span>
      </>
    )
  },
  {
    id: 'account',
    header: messages.columns.account,
    render: ({ account }: Entry) => `${words(account.type)} ${account.id}, ${account.kind}`
  },
  {
    id: 'at',
    header: messages.columns.at,
    render: (it: Entry) => <time dateTime={it.at}>{formatMoment(it.at)}</time>
  },
  {
    id: 'amount',
    header: messages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ amount }: Entry) => <MovedAmount units={BigInt(amount)} asset={currency} />
  },
  {
    id: 'balance',
    header: messages.columns.balance,
    align: 'end' as const,
    isAmount: true,
    render: ({ balance }: Entry) => <Amount units={BigInt(balance)} asset={currency} size="small" />
  }
]

const words = (name: string) => name.replaceAll('_', ' ')
