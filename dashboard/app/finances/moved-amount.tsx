import { type Asset, amountText } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { operationMessages as messages } from './messages.ts'

const unitsOfCent = 1_000_000n

/**
 * An amount received, or an amount paid if it is negative. If cents are rounded, the exact amount is available on
 * demand.
 */
export function MovedAmount({ units, asset }: { units: bigint; asset: Asset }) {
  const size = units < 0n ? -units : units
  const exact = exactText(size, asset)
  const amount = <Amount units={size} asset={asset} direction={units < 0n ? 'out' : 'in'} />
  if (exact === null) return amount
  return (
    <span title={exact}>
      {amount}
      <VisuallyHidden>{messages.exactly(exact)}</VisuallyHidden>
    </span>
  )
}

/** Returns the exact amount as text, or null if the amount is already shown with all its decimals. */
export function exactText(units: bigint, asset: Asset): string | null {
  if (asset !== 'USD' || units % unitsOfCent === 0n) return null
  return `${amountText(units, 'usd')} ${asset}`
}
