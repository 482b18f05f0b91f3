import { Amount } from '@mille/ui/amount/amount.tsx'

/** A price in bitcoin, or a dash if nothing has been paid yet. */
export function Price({ units }: { units: string | null }) {
  return units === null ? '–' : <Amount units={BigInt(units)} asset="BTC" size="small" />
}
