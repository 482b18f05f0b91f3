import { formatAmount } from '@mille/money/amount.ts'
import type { LightningConfig } from '../../../config/payments.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import type { DecodedInvoice, LightningNetwork } from '../lightning.ts'

/** Time in milliseconds before an invoice's expiry at which its payment is no longer started: it needs a few tries. */
const expiryMarginMs = 30_000

export function isExpiring(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - expiryMarginMs <= now.getTime()
}

export type PayableInvoice = DecodedInvoice & { amount: bigint }
type Own = { publicKey: string; network: LightningNetwork } & Pick<
  LightningConfig,
  'minimumWithdrawal' | 'maximumWithdrawal'
>

/**
 * Says why an invoice is not paid, or returns it with its amount. Checks form, network, payee, expiry and amount, in this
 * order.
 */
export function judgeInvoice(
  read: DecodedInvoice | null,
  own: Own,
  now: Date
): { ok: true; value: PayableInvoice } | Failure {
  const at = { pointer: 'invoice' }
  if (!read) return failure('invoice_invalid', at)
  if (read.network !== own.network) return failure('invoice_wrong_network', at)
  if (read.payee === own.publicKey) return failure('invoice_of_network', at)
  if (isExpiring(read.expiresAt, now)) return failure('invoice_expired', at)
  const { amount } = read
  if (amount === null) return failure('invoice_without_amount', at)
  if (!read.isWhole)
    return failure('amount_invalid', { ...at, detail: 'The amount must be in whole satoshis.' })
  const { minimumWithdrawal: minimum, maximumWithdrawal: maximum } = own
  if (amount < minimum) {
    const detail = `The minimum withdrawal by Lightning is ${formatAmount(minimum)} BTC.`
    return failure('amount_below_minimum', { ...at, detail })
  }
  if (amount > maximum) {
    const detail = `The maximum withdrawal by Lightning is ${formatAmount(maximum)} BTC.`
    return failure('amount_above_maximum', { ...at, detail })
  }
  return { ok: true, value: { ...read, amount } }
}
