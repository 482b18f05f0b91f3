import type { DisplayCurrency } from '@mille/api/constants.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { useRate } from '@mille/ui/amount/use-worth.ts'
import { assetsOf, type Figures } from './report-words.ts'
import {
  chargedText,
  type MoneyColumn,
  moneyColumns,
  type ShownAmount,
  shownText
} from './shown-money.ts'

/** Returns the money columns of a report in the reader's currency, at the network's current rate. */
export function useMoneyColumns(
  total: Figures,
  before: Figures | null,
  currency: DisplayCurrency | null
): MoneyColumn[] {
  return moneyColumns(assetsOf(total, before), currency, useRate())
}

type MoneyProps = {
  amount: ShownAmount
  column: MoneyColumn
  /** The charged amounts from which the shown amount is computed. */
  money: Figures['money']
  size?: 'small' | 'medium'
}

/** An amount in the reader's currency. The tooltip of a converted amount shows the amounts charged. */
export function Money({ amount, column, money, size = 'medium' }: MoneyProps) {
  if (!amount.isConverted && column.unit !== 'sats')
    return <Amount units={amount.units} asset={column.shownAsset} size={size} />
  return (
    <bdi dir="ltr" title={money && amount.isConverted ? chargedText(money) : undefined}>
      {shownText(amount, column)}
    </bdi>
  )
}
