import type { Asset } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import type { ReactNode } from 'react'
import styles from './money.module.css'
import { columnOf, isAsCharged, type MoneyColumn, moneyOf, shownText } from './shown-money.ts'

type WorthProps = {
  units: bigint
  asset: Asset
  /** The columns of `useReaderColumns`. */
  columns: readonly MoneyColumn[]
}

/** An exact amount with its worth in the reader's currency beside it, unless that is the currency of the amount. */
export function WithWorth({
  units,
  asset,
  columns,
  children
}: WorthProps & { children: ReactNode }) {
  const column = columnOf(columns, asset)
  const amount = column.amountOf(moneyOf(units, asset))
  if (isAsCharged(amount, column)) return children
  return (
    <span className={styles.compared}>
      {children}{' '}
      <bdi dir="ltr" className={styles.worth}>
        {shownText(amount, column)}
      </bdi>
    </span>
  )
}

/** An exact amount of the ledger, with its worth in the reader's currency beside it. */
export function LedgerAmount(props: WorthProps) {
  return (
    <WithWorth {...props}>
      <Amount units={props.units} asset={props.asset} size="small" />
    </WithWorth>
  )
}
