import { parseAmount } from '@mille/money/amount.ts'
import type { AmountProps } from '@mille/ui/amount/amount.tsx'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'

/** The price of an offer, in whole US cents. */
export function OfferPrice({ cents, size }: { cents: number; size?: AmountProps['size'] }) {
  return (
    <ComparedAmount units={parseAmount(String(cents), 'us_cents') ?? 0n} asset="USD" size={size} />
  )
}
