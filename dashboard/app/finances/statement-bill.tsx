import type { AccountStatement } from '@mille/api/finances/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount, formatDate } from '../page/formats.ts'
import { useReaderColumns } from '../page/money/money.tsx'
import { exactText, type MoneyColumn } from '../page/money/shown-money.ts'
import { WithWorth } from '../page/money/worth.tsx'
import { statementMessages as messages } from './messages.ts'
import styles from './statement.module.css'

type Bill = AccountStatement['attributes']

/** A month of an account in one currency: both parties, the balances, the sum of each kind, and the lines of each day. */
export function StatementBill({ statement }: { statement: Bill }) {
  const { currency, sums, lines } = statement
  const columns = useReaderColumns([currency])
  const isCompared = columns.some(it => it.unit !== currency)
  return (
    <div className={styles.bill}>
      <div className={styles.parties}>
        <Network network={statement.network} />
        <Owner account={statement.account} />
      </div>
      <Card title={messages.summary} description={isCompared ? messages.worthHelp : undefined}>
        <Facts
          facts={[
            [messages.number, statement.number],
            [
              messages.opening,
              <Exact key="opening" text={statement.opening_balance} {...{ currency, columns }} />
            ],
            ...sums.map(
              it =>
                [
                  messages.kinds[it.kind],
                  <Exact key={it.kind} text={it.amount} isSigned {...{ currency, columns }} />
                ] as const
            ),
            [
              messages.closing,
              <Exact key="closing" text={statement.closing_balance} {...{ currency, columns }} />
            ]
          ]}
        />
      </Card>
      <Card title={messages.lines} description={messages.linesHelp} isFlush>
        <Table
          caption={messages.lines}
          isCaptionHidden
          columns={[
            { id: 'date', header: messages.date, render: it => formatDate(it.date) },
            { id: 'kind', header: messages.kind, render: it => messages.kinds[it.kind] },
            {
              ...{ id: 'records', header: messages.records, align: 'end' },
              render: it => formatCount(it.records)
            },
            {
              ...{ id: 'amount', header: messages.amount, align: 'end', isAmount: true },
              render: it => <Exact text={it.amount} isSigned {...{ currency, columns }} />
            }
          ]}
          rows={lines}
          rowKey={it => `${it.date} ${it.kind} ${it.amount.startsWith('-')}`}
          empty={<EmptyState title={messages.nothing} />}
        />
      </Card>
    </div>
  )
}

function Network({ network }: Pick<Bill, 'network'>) {
  return (
    <address className={styles.party}>
      <p className={styles.label}>{messages.from}</p>
      <span className={styles.name}>{network.name}</span>
      <Link href={network.url}>{network.url}</Link>
    </address>
  )
}

function Owner({ account }: Pick<Bill, 'account'>) {
  const { id, username, email, billing_details: billing } = account
  const name = billing?.name ?? username ?? email ?? messages.account(id)
  return (
    <address className={styles.party}>
      <p className={styles.label}>{messages.to}</p>
      <bdi className={styles.name}>{name}</bdi>
      {billing?.address.map(drawLine)}
      {billing?.vat_number && <span>{messages.vat(billing.vat_number)}</span>}
      {name !== email && email !== null && <span>{email}</span>}
      {name !== messages.account(id) && <span>{messages.account(id)}</span>}
    </address>
  )
}

/** Two lines of an address may be equal, and lines are never reordered, so their index can be their key. */
const drawLine = (line: string, place: number) => <bdi key={place}>{line}</bdi>

type ExactProps = {
  text: string
  currency: Asset
  columns: readonly MoneyColumn[]
  isSigned?: boolean
}

/** An amount of the ledger, with its worth in the reader's currency beside it. */
function Exact(props: ExactProps) {
  return (
    <WithWorth units={BigInt(props.text)} asset={props.currency} columns={props.columns}>
      <ExactAmount {...props} />
    </WithWorth>
  )
}

/** An amount with all its decimals, so that the printed lines add up to the printed balance. */
function ExactAmount({ text, currency, isSigned }: Omit<ExactProps, 'columns'>) {
  const units = BigInt(text)
  const size = units < 0n ? -units : units
  const exact = exactText(size, currency)
  const sign = units < 0n ? '−' : isSigned ? '+' : ''
  if (exact !== null)
    return (
      <data value={text}>
        <bdi dir="ltr">{`${sign}${exact}`}</bdi>
      </data>
    )
  if (!isSigned) return <Amount units={units} asset={currency} size="small" />
  return <Amount units={size} asset={currency} direction={units < 0n ? 'out' : 'in'} size="small" />
}
