import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { formatMoney } from '../page/formats.ts'

/** Returns the least and the most that a Lightning invoice may be for, as text. */
export function lightningLimits({ minimum, maximum }: LightningTerms): [string, string] {
  return [formatMoney(BigInt(minimum), 'BTC'), formatMoney(BigInt(maximum), 'BTC')]
}
