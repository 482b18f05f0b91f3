import type { Asset } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { commonMessages } from '../page/messages.ts'
import { exactText } from '../page/money/shown-money.ts'

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
      <VisuallyHidden>{commonMessages.exactly(exact)}</VisuallyHidden>
    </span>
  )
}
