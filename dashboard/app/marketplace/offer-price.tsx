import { parseAmount } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { AmountText } from '@mille/ui/amount/amount-text.tsx'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { useReaderColumns } from '../page/money/money.tsx'
import { chargedText, columnOf, moneyOf, shownText } from '../page/money/shown-money.ts'

/**
 * The price of an offer, in whole US cents. For a reader who chose bitcoin it is converted, with the exact price beside
 * it: a tooltip would be out of reach below the link of an offer's card.
 */
export function OfferPrice({ cents }: { cents: number }) {
  const units = parseAmount(String(cents), 'us_cents') ?? 0n
  const money = moneyOf(units, 'USD')
  const column = columnOf(useReaderColumns(['USD']), 'USD')
  const amount = column.amountOf(money)
  if (amount.isConverted)
    return <AmountText other={chargedText(money)}>{shownText(amount, column)}</AmountText>
  // The worth in bitcoin is only for readers who did not choose a currency.
  return column.isOne ? (
    <Amount units={units} asset="USD" />
  ) : (
    <ComparedAmount units={units} asset="USD" />
  )
}
