import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import type { DayOfHistory, DayPart, DaySum } from '@mille/stores/finances/history-days.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import styles from './history-list.module.css'
import { historyMessages as messages, operationStates, operationTypes } from './messages.ts'
import { MovedAmount } from './moved-amount.tsx'
import { momentOf, Source } from './operations-table.tsx'

/** The account's movements by day. The settlement periods of a day are folded into their sum. */
export function HistoryList({ days }: { days: readonly DayOfHistory[] }) {
  return days.map(({ date, sums, others, periods }) => (
    <section key={date} className={styles.day}>
      <div className={styles.line}>
        <h3>
          <time dateTime={date}>{formatDate(date)}</time>
        </h3>
        <Sums sums={sums} />
      </div>
      {others.operations.length > 0 && <Operations date={date} operations={others.operations} />}
      {periods.operations.length > 0 && (
        <details>
          <summary className={styles.line}>
            <span className={styles.fold}>{foldText(periods)}</span>
            {others.records > 0 && <Sums sums={periods.sums} />}
          </summary>
          <Operations date={date} operations={periods.operations} />
        </details>
      )}
    </section>
  ))
}

function foldText({ operations, records }: DayPart): string {
  const shown = operations.length
  return shown < records ? messages.somePeriods(shown, records) : messages.periods(shown)
}

function Sums({ sums }: { sums: readonly DaySum[] }) {
  return (
    <div className={styles.sums}>
      {sums.map(it => (
        <span key={it.asset} className={styles.sum}>
          {it.in > 0n && <MovedAmount units={it.in} asset={it.asset} />}
          {it.out > 0n && <MovedAmount units={-it.out} asset={it.asset} />}
        </span>
      ))}
    </div>
  )
}

function Operations({
  date,
  operations
}: {
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
            <MovedAmount units={BigInt(amount)} asset={currency} />
          </li>
        )
      })}
    </ul>
  )
}

/** Returns an operation's time without the date, because the heading already shows the date. */
const timeOf = (date: string, attributes: FinanceOperation['attributes']) =>
  momentOf(attributes).replace(`${formatDate(date)}, `, '')
