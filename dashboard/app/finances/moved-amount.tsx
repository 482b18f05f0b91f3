import type { Asset } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { AmountText } from '@mille/ui/amount/amount-text.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { commonMessages } from '../page/messages.ts'
import {
  type ChargedMoney,
  chargedText,
  columnOf,
  exactText,
  isAsCharged,
  type MoneyColumn,
  moneyOf,
  shownText
} from '../page/money/shown-money.ts'

type MovedAmountProps = {
  units: bigint
  asset: Asset
  /** The columns of `useReaderColumns`. Without them, the amount is shown as it was moved. */
  columns?: readonly MoneyColumn[]
}

/** An amount received, or an amount paid if it is negative, in the currency of the list that it is in. */
export function MovedAmount({ units, asset, columns = [] }: MovedAmountProps) {
  const size = units < 0n ? -units : units
  return (
    <MovedMoney
      money={moneyOf(size, asset)}
      direction={units < 0n ? 'out' : 'in'}
      column={columnOf(columns, asset)}
    />
  )
}

type MovedMoneyProps = { money: ChargedMoney; direction: 'in' | 'out'; column: MoneyColumn }

/**
 * Amounts received or paid, in the currency of a column. If they are converted or their cents are rounded, the exact
 * amounts are available on demand.
 */
export function MovedMoney({ money, direction, column }: MovedMoneyProps) {
  const amount = column.amountOf(money)
  const isPlain = isAsCharged(amount, column)
  const shown = isPlain ? (
    <Amount units={amount.units} asset={column.shownAsset} direction={direction} />
  ) : (
    <AmountText direction={direction}>{shownText(amount, column, direction)}</AmountText>
  )
  const exact = isPlain ? exactText(amount.units, column.shownAsset) : chargedText(money)
  if (exact === null) return shown
  return (
    <span title={exact}>
      {shown}
      <VisuallyHidden>{commonMessages.exactly(exact)}</VisuallyHidden>
    </span>
  )
}
