import { type Asset, assets } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { useRate } from '@mille/ui/amount/use-worth.ts'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../app-context.tsx'
import { commonMessages as messages } from '../messages.ts'
import {
  type ChargedMoney,
  chargedText,
  columnOf,
  isAsCharged,
  type MoneyColumn,
  moneyColumns,
  moneyOf,
  type ShownAmount,
  shownText
} from './shown-money.ts'

/**
 * Returns the money columns of a list whose amounts are in these assets: in the currency that the signed-in reader chose
 * in the settings, at the network's current rate.
 */
export function useReaderColumns(charged: readonly Asset[]): MoneyColumn[] {
  const reader = useStore(useApp().session.$user)
  return moneyColumns(charged, reader?.attributes.display_currency ?? null, useRate())
}

type MoneyProps = {
  amount: ShownAmount
  column: MoneyColumn
  /** The charged amounts from which the shown amount is computed. */
  money: ChargedMoney | null
  size?: 'small' | 'medium' | undefined
}

/** An amount in the reader's currency. A converted amount has the amounts charged behind it, as tooltip and hidden text. */
export function Money({ amount, column, money, size = 'medium' }: MoneyProps) {
  if (isAsCharged(amount, column))
    return <Amount units={amount.units} asset={column.shownAsset} size={size} />
  const charged = money && amount.isConverted ? chargedText(money) : undefined
  return (
    <span title={charged}>
      <bdi dir="ltr">{shownText(amount, column)}</bdi>
      {charged && <VisuallyHidden>{messages.exactly(charged)}</VisuallyHidden>}
    </span>
  )
}

type ReaderAmountProps = {
  units: bigint
  asset: Asset
  /** The columns of `useReaderColumns`. Without them, the amount is shown as it was charged. */
  columns: readonly MoneyColumn[]
  size?: MoneyProps['size']
}

/** An amount of one asset, in the currency of the list that it is in. */
export function ReaderAmount({ units, asset, columns, size }: ReaderAmountProps) {
  const column = columnOf(columns, asset)
  const money = moneyOf(units, asset)
  return <Money {...{ amount: column.amountOf(money), column, money, size }} />
}

/** Returns the assets of these amounts, in the usual order. */
export function assetsIn(amounts: ReadonlyArray<{ asset: Asset }>): Asset[] {
  return assets.filter(asset => amounts.some(it => it.asset === asset))
}
