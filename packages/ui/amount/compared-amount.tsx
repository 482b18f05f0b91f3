import { Amount, type AmountProps } from './amount.tsx'
import { useWorth } from './use-worth.ts'

/** Shows an amount that a decision depends on, with its approximate worth in the other currency beside it. */
export function ComparedAmount(props: Omit<AmountProps, 'other'>) {
  return <Amount {...props} other={useWorth(props.units, props.asset)} />
}
