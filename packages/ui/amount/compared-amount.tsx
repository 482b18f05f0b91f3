import { Amount, type AmountProps } from './amount.tsx'
import { useWorth } from './use-worth.ts'

/** An amount that a decision depends on: lighter beside it, about what it is worth in the other currency. */
export function ComparedAmount(props: Omit<AmountProps, 'other'>) {
  return <Amount {...props} other={useWorth(props.units, props.asset)} />
}
