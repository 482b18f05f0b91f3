import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import type { DayOfHistory, DayPart, DaySum } from '@mille/stores/finances/history-days.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { type ChargedMoney, columnOf, type MoneyColumn, sumOf } from '../page/money/shown-money.ts'
import styles from './history-list.module.css'
import { historyMessages as messages, operationStates, operationTypes } from './messages.ts'
import { MovedAmount, MovedMoney } from './moved-amount.tsx'
import { momentOf, Source } from './operations-table.tsx'

type HistoryListProps = {
  days: readonly DayOfHistory[]
  /** The columns of `useReaderColumns`. */
  columns: readonly MoneyColumn[]
}

/**
 * The account's movements by day, in the currency of the columns. The settlement periods of a day are folded into their
 * sum.
 */
export function HistoryList({ days, columns }: HistoryListProps) {
  return days.map(({ date, sums, others, periods }) => (
    <section key={date} className={styles.day}>
      <div className={styles.line}>
        <h3>
          <time dateTime={date}>{formatDate(date)}</time>
        </h3>
        <Sums sums={sums} columns={columns} />
      </div>
      {others.operations.length > 0 && (
        <Operations date={date} operations={others.operations} columns={columns} />
      )}
      {periods.operations.length > 0 && (
        <details>
          <summary className={styles.line}>
            <span className={styles.fold}>{foldText(periods)}</span>
            {others.records > 0 && <Sums sums={periods.sums} columns={columns} />}
          </summary>
          <Operations date={date} operations={periods.operations} columns={columns} />
        </details>
      )}
    </section>
  ))
}

function foldText({ operations, records }: DayPart): string {
  const shown = operations.length
  return shown < records ? messages.somePeriods(shown, records) : messages.periods(shown)
}

function Sums({ sums, columns }: Pick<HistoryListProps, 'columns'> & { sums: readonly DaySum[] }) {
  const moneyOf = (way: 'in' | 'out') =>
    sumOf(sums.map(it => ({ asset: it.asset, units: String(it[way]) })))
  return (
    <div className={styles.sums}>
      {columnsOf(sums, columns).map(column => (
        <span key={column.unit} className={styles.sum}>
          {(['in', 'out'] as const)
            .map(direction => ({ column, direction, money: moneyOf(direction) }))
            .filter(({ money }) => isMoved(money, column))
            .map(it => (
              <MovedMoney key={it.direction} {...it} />
            ))}
        </span>
      ))}
    </div>
  )
}

/** Returns the reader's one column, or one for each asset of the sums. */
function columnsOf(sums: readonly DaySum[], columns: readonly MoneyColumn[]): MoneyColumn[] {
  const shown = sums.map(it => columnOf(columns, it.asset))
  return shown.filter((it, index) => shown.findIndex(({ unit }) => unit === it.unit) === index)
}

const isMoved = (money: ChargedMoney, { isOne, asset }: MoneyColumn) =>
  isOne ? money.BTC !== '0' || money.USD !== '0' : money[asset] !== '0'

function Operations({
  date,
  operations,
  columns
}: Pick<HistoryListProps, 'columns'> & {
  date: string
  operations: readonly FinanceOperation[]
}) {
  return (
    <ul className={styles.operations}>
      {operations.map(({ id, attributes }) => {
        const { type, source, state, amount, currency } = attributes
        const { label, tone, text } = operationStates[state]
        return (
          <li key={id} className={styles.operation}>
            <div className={styles.what}>
              <Link href={`/finances/operations/${id}`}>{operationTypes[type]}</Link>{' '}
              <Source source={source} />
            </div>
            <div className={styles.when}>
              <time dateTime={attributes.date}>{timeOf(date, attributes)}</time>
              {state !== 'done' && <Badge tone={tone}>{label}</Badge>}
              {text !== undefined && <span className={layout.small}>{text}</span>}
            </div>
            <MovedAmount units={BigInt(amount)} asset={currency} columns={columns} />
          </li>
        )
      })}
    </ul>
  )
}

/** Returns an operation's time without the date, because the heading already shows the date. */
const timeOf = (date: string, attributes: FinanceOperation['attributes']) =>
  momentOf(attributes).replace(`${formatDate(date)}, `, '')
